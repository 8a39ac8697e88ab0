import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { Job } from '../jobs/job-records.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { Pipeline } from '../pipelines/pipeline-records.ts';
import type { CiProject } from '../projects/project-records.ts';
import { describeValue, enumParameter, invalidRequest, queryParameter } from '../requests/read-request.ts';
import type { Workflow } from '../workflows/workflow-records.ts';
import { buildFilters, type BuildFilter, matchesBuildFilter } from './build-status.ts';
import type { Build } from './render-build.ts';

export interface BuildQuery {
  readonly limit: number;
  readonly offset: number;
  readonly filter: BuildFilter | undefined;
  readonly branch: string | undefined;
}
/** Jobs that are read at a time, and at most for one list. */
const chunkSize = 500;
const maxChunks = 20;

const numberParameter = (ctx: RequestContext, name: string, otherwise: number, most: number): number => {
  const text = queryParameter(ctx, name);
  if (text === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(text) || Number(text) > most)
    throw invalidRequest({ detail: `expected a number from 0 to ${most}, ${describeValue(text)}`, parameter: name });
  return Number(text);
};

/** `limit`, `offset`, `filter` of a list of builds; 400 for what they cannot be. `shallow` is taken: all lists are. */
export const parseBuildQuery = (ctx: RequestContext, branch: string | undefined): BuildQuery => ({
  limit: numberParameter(ctx, 'limit', 30, 100),
  offset: numberParameter(ctx, 'offset', 0, 999_999_999),
  filter: queryParameter(ctx, 'filter') === undefined ? undefined : enumParameter(ctx, 'filter', buildFilters, 'completed'),
  branch,
});

type Projects = ReadonlyMap<string, Pick<Build, 'project' | 'organization'>>;

/** Loads what a page of builds shows of their workflows, pipelines and projects: three look-ups for any number of builds. */
export const loadBuilds = async (
  ctx: RequestContext,
  jobs: readonly StoredRecord<Job>[],
  projects: Projects,
): Promise<readonly Build[]> => {
  const [pipelines, workflows] = await Promise.all([
    ctx.tx.getMany<Pipeline>('ci-pipelines', [...new Set(jobs.map(({ body }) => body.pipeline))]),
    ctx.tx.getMany<Workflow>('ci-workflows', [...new Set(jobs.map(({ body }) => body.workflow))]),
  ]);
  const [pipelineById, workflowById] = [new Map(pipelines.map((one) => [one.id, one])), new Map(workflows.map((one) => [one.id, one]))];
  return jobs.map((job) => ({
    job,
    ...projects.get(job.scope)!,
    pipeline: pipelineById.get(job.body.pipeline),
    workflow: workflowById.get(job.body.workflow),
  }));
};

const isBuild = ({ body }: StoredRecord<Job>, filter: BuildFilter | undefined): boolean =>
  body.number !== null && matchesBuildFilter(body.status, filter);

/** Builds of these projects, newest first. Of a long history a filter finds what is among the latest jobs. */
export const findBuilds = async (ctx: RequestContext, projects: Projects, query: BuildQuery): Promise<readonly Build[]> => {
  const found: Build[] = [];
  const wanted = query.offset + query.limit;
  const filter = { kind: 'ci-jobs', scope: [...projects.keys()] };
  let before: number | undefined;
  for (let chunk = 0; chunk < maxChunks && found.length < wanted; chunk++) {
    const { records } = await ctx.tx.list<Job>(
      { ...filter, ...(before === undefined ? {} : { seq: { before } }) },
      { offset: 0, limit: chunkSize, uncounted: true, order: { by: 'seq', descending: true } },
    );
    const builds = await loadBuilds(
      ctx,
      records.filter((job) => isBuild(job, query.filter)),
      projects,
    );
    found.push(...builds.filter(({ pipeline }) => query.branch === undefined || pipeline?.body.vcs.branch === query.branch));
    before = records.at(-1)?.seq;
    if (records.length < chunkSize) break;
  }
  return found.slice(query.offset, wanted);
};

/** One project as `findBuilds` takes it. */
export const onlyProject = (project: StoredRecord<CiProject>, organization: StoredRecord<CiOrganization>): Projects =>
  new Map([[project.id, { project, organization }]]);
