import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { isOrganizationMember } from '../organizations/require-organization.ts';
import { type ResolvedProject, requireCiProject, renderProjectSlug } from '../projects/require-project.ts';
import { describeValue, uuidPathParameter, invalidRequest } from '../requests/read-request.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiProject } from '../projects/project-records.ts';
import type { Job } from '../jobs/job-records.ts';
import { requireRight } from '../roles/require-right.ts';
import type { CiRight } from '../roles/right-holders.ts';
import type { Pipeline } from './pipeline-records.ts';
import type { Workflow } from '../workflows/workflow-records.ts';

export type ProjectWithOrganization = Pick<ResolvedProject, 'project' | 'organization'>;

/** The project of this id, if the caller is a member of its organization. */
const findProjectWithOrganization = async (ctx: RequestContext, id: string): Promise<ProjectWithOrganization | undefined> => {
  const project = await ctx.tx.get<CiProject>('ci-projects', id);
  const organization = project && (await ctx.tx.get<CiOrganization>('ci-organizations', project.scope));
  return project && organization && isOrganizationMember(ctx, organization) ? { project, organization } : undefined;
};

/** The pipeline of `{pipeline-id}`; throws 404 unless the caller can see it, 403 without the right. */
export const requirePipeline = async (
  ctx: RequestContext,
  right?: CiRight,
): Promise<ProjectWithOrganization & { readonly pipeline: StoredRecord<Pipeline> }> => {
  const id = uuidPathParameter(ctx, 'pipeline-id');
  const pipeline = await ctx.tx.get<Pipeline>('ci-pipelines', id);
  const resolved = pipeline && (await findProjectWithOrganization(ctx, pipeline.scope));
  if (!pipeline || !resolved) throw notFound(`the pipeline ${id}`);
  if (right !== undefined) await requireRight(ctx, right, resolved);
  return { ...resolved, pipeline };
};

export const requireWorkflow = async (
  ctx: RequestContext,
  right?: CiRight,
): Promise<ProjectWithOrganization & { readonly workflow: StoredRecord<Workflow> }> => {
  const id = uuidPathParameter(ctx, 'id');
  const workflow = await ctx.tx.get<Workflow>('ci-workflows', id);
  const resolved = workflow && (await findProjectWithOrganization(ctx, workflow.body.project));
  if (!workflow || !resolved) throw notFound(`the workflow ${id}`);
  if (right !== undefined) await requireRight(ctx, right, resolved);
  return { ...resolved, workflow };
};

export const requireJob = async (
  ctx: RequestContext,
  right?: CiRight,
): Promise<ProjectWithOrganization & { readonly job: StoredRecord<Job> }> => {
  const id = uuidPathParameter(ctx, 'job-id');
  const job = await ctx.tx.get<Job>('ci-jobs', id);
  const resolved = job && (await findProjectWithOrganization(ctx, job.scope));
  if (!job || !resolved) throw notFound(`the job ${id}`);
  if (right !== undefined) await requireRight(ctx, right, resolved);
  return { ...resolved, job };
};

/** A positive integer of the path; 400 for anything else. */
export const requirePathNumber = (ctx: RequestContext, name: string): string => {
  const text = ctx.params[name]!;
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw invalidRequest({ detail: `expected a number from 1 on, ${describeValue(text)}`, parameter: name });
  return text;
};

export const requireNumberedJob = async (
  ctx: RequestContext,
  right?: CiRight,
): Promise<ProjectWithOrganization & { readonly job: StoredRecord<Job> }> => {
  const here = await requireCiProject(ctx, right);
  const number = requirePathNumber(ctx, 'job-number');
  const job = await ctx.tx.getByKey<Job>('ci-jobs', here.project.id, number);
  if (!job) throw notFound(`the job ${number} of "${renderProjectSlug(here, ctx.dialect)}"`);
  return { ...here, job };
};

/** Loads the slugs of projects, by id. */
export const loadProjectSlugs = async (ctx: RequestContext, projects: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const found = await ctx.tx.getMany<CiProject>('ci-projects', [...new Set(projects)]);
  const organizations = new Map(
    (await ctx.tx.getMany<CiOrganization>('ci-organizations', [...new Set(found.map(({ scope }) => scope))])).map((one) => [one.id, one]),
  );
  return new Map(
    found.map((project) => [project.id, renderProjectSlug({ project, organization: organizations.get(project.scope)! }, ctx.dialect)]),
  );
};
