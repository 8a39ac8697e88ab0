import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { isOrganizationMember } from '../organizations/require-organization.ts';
import { type ResolvedProject, requireCiProject, renderProjectSlug } from '../projects/require-project.ts';
import { describeValue, uuidPathParameter, invalidRequest } from '../requests/read-request.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiProject } from '../projects/project-records.ts';
import type { Job } from '../jobs/job-records.ts';
import type { Pipeline } from './pipeline-records.ts';
import type { Workflow } from '../workflows/workflow-records.ts';

export type ProjectWithOrganization = Pick<ResolvedProject, 'project' | 'organization'>;

/** Where a project's id leads, for a caller who belongs to its organization. */
const findProjectWithOrganization = async (asking: RequestContext, id: string): Promise<ProjectWithOrganization | undefined> => {
  const project = await asking.tx.get<CiProject>('ci-projects', id);
  const organization = project && (await asking.tx.get<CiOrganization>('ci-organizations', project.scope));
  return project && organization && isOrganizationMember(asking, organization) ? { project, organization } : undefined;
};

/** By the UUID in the path. */
export const requirePipeline = async (
  asking: RequestContext,
): Promise<ProjectWithOrganization & { readonly pipeline: StoredRecord<Pipeline> }> => {
  const id = uuidPathParameter(asking, 'pipeline-id');
  const pipeline = await asking.tx.get<Pipeline>('ci-pipelines', id);
  const home = pipeline && (await findProjectWithOrganization(asking, pipeline.scope));
  if (!pipeline || !home) throw notFound(`the pipeline ${id}`);
  return { ...home, pipeline };
};

export const requireWorkflow = async (
  asking: RequestContext,
): Promise<ProjectWithOrganization & { readonly workflow: StoredRecord<Workflow> }> => {
  const id = uuidPathParameter(asking, 'id');
  const workflow = await asking.tx.get<Workflow>('ci-workflows', id);
  const home = workflow && (await findProjectWithOrganization(asking, workflow.body.project));
  if (!workflow || !home) throw notFound(`the workflow ${id}`);
  return { ...home, workflow };
};

export const requireJob = async (asking: RequestContext): Promise<ProjectWithOrganization & { readonly job: StoredRecord<Job> }> => {
  const id = uuidPathParameter(asking, 'job-id');
  const job = await asking.tx.get<Job>('ci-jobs', id);
  const home = job && (await findProjectWithOrganization(asking, job.scope));
  if (!job || !home) throw notFound(`the job ${id}`);
  return { ...home, job };
};

/** A number in the path; 400 for what is none. */
export const requirePathNumber = (asking: RequestContext, name: string): string => {
  const text = asking.params[name]!;
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw invalidRequest({ detail: `expected a number from 1 on, ${describeValue(text)}`, parameter: name });
  return text;
};

export const requireNumberedJob = async (
  asking: RequestContext,
): Promise<ProjectWithOrganization & { readonly job: StoredRecord<Job> }> => {
  const here = await requireCiProject(asking);
  const number = requirePathNumber(asking, 'job-number');
  const job = await asking.tx.getByKey<Job>('ci-jobs', here.project.id, number);
  if (!job) throw notFound(`the job ${number} of "${renderProjectSlug(here, asking.dialect)}"`);
  return { ...here, job };
};

/** The slugs of projects, by id. */
export const loadProjectSlugs = async (asking: RequestContext, projects: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const found = await asking.tx.getMany<CiProject>('ci-projects', [...new Set(projects)]);
  const organizations = new Map(
    (await asking.tx.getMany<CiOrganization>('ci-organizations', [...new Set(found.map(({ scope }) => scope))])).map((one) => [
      one.id,
      one,
    ]),
  );
  return new Map(
    found.map((project) => [project.id, renderProjectSlug({ project, organization: organizations.get(project.scope)! }, asking.dialect)]),
  );
};
