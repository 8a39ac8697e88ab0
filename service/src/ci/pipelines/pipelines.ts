import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { BodyCondition, RecordFilter } from '../../store/record-filter.ts';
import type { StoredRecord } from '../../store/store.ts';
import { requireOrganizationBySlugText } from '../organizations/require-organization.ts';
import { requireCiUser } from '../organizations/users.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { requireCiProject, renderProjectSlug } from '../projects/require-project.ts';
import { queryParameter, enumParameter } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { bothSpellings } from '../hosted-dialect.ts';
import { cancelPipeline } from './cancel.ts';
import { requirePathNumber, requirePipeline, loadProjectSlugs } from './require-pipeline.ts';
import { renderPipeline, renderWorkflow } from './render-pipeline.ts';
import type { Pipeline } from './pipeline-records.ts';
import type { Workflow } from '../workflows/workflow-records.ts';
import { buildPipelineValues, renderPipelineValues } from './pipeline-values.ts';

/** A list of an organization's pipelines covers this number of projects, the most recently built ones. */
const maxProjects = 250;

const listRecentlyBuiltProjects = async (ctx: RequestContext, projects: readonly string[]): Promise<readonly string[]> => {
  const found = new Set<string>();
  for (let before: number | undefined; found.size < maxProjects;) {
    const { records } = await ctx.tx.list(
      { kind: 'ci-pipelines', scope: projects, ...(before === undefined ? {} : { seq: { before } }) },
      { offset: 0, limit: 1000, uncounted: true, order: { by: 'seq', descending: true } },
    );
    for (const { scope } of records) if (found.size < maxProjects) found.add(scope);
    before = records.at(-1)?.seq;
    if (before === undefined) break;
  }
  return [...found].sort();
};

const listOrganizations = async (ctx: RequestContext): Promise<readonly string[]> => {
  const slug = queryParameter(ctx, 'org-slug');
  if (slug !== undefined) return [(await requireOrganizationBySlugText(ctx, slug, 'org-slug')).organization.id];
  return (
    await ctx.tx.list<CiOrganization>({
      kind: 'ci-organizations',
      scope: '',
      keys: ctx.caller.memberships.map(({ organization }) => organization),
    })
  ).records.map(({ id }) => id);
};

const callerFilter = async (ctx: RequestContext): Promise<readonly BodyCondition[]> => [
  { path: 'startedBy', is: (await requireCiUser(ctx)).body.uuid! },
];

/** Lists pipelines, newest first. */
const listPipelines = (ctx: RequestContext, filter: Omit<RecordFilter, 'kind'>): Promise<RouteResponse> =>
  renderCiRecords<Pipeline>(
    ctx,
    { kind: 'ci-pipelines', ...filter },
    async (records) => {
      const slugs = await loadProjectSlugs(
        ctx,
        records.map(({ scope }) => scope),
      );
      return records.map((one) => renderPipeline(one, slugs.get(one.scope)!, ctx.dialect));
    },
    { newestFirst: true },
  );

const listAllPipelines = async (ctx: RequestContext): Promise<RouteResponse> => {
  const body = enumParameter(ctx, 'mine', ['true', 'false'], 'false') === 'true' ? { body: await callerFilter(ctx) } : {};
  const projects = (await ctx.tx.list({ kind: 'ci-projects', scope: [...(await listOrganizations(ctx))] })).records
    .map(({ id }) => id)
    .sort();
  return listPipelines(ctx, {
    scope: projects.length > maxProjects ? await listRecentlyBuiltProjects(ctx, projects) : projects,
    ...body,
  });
};

const requireNumberedPipeline = async (ctx: RequestContext): Promise<StoredRecord<Pipeline>> => {
  const here = await requireCiProject(ctx);
  const number = requirePathNumber(ctx, 'pipeline-number');
  const pipeline = await ctx.tx.getByKey<Pipeline>('ci-pipelines', here.project.id, number);
  if (!pipeline) throw notFound(`the pipeline ${number} of "${renderProjectSlug(here, ctx.dialect)}"`);
  return pipeline;
};

export const routes = [
  route('GET /pipeline', listAllPipelines),
  route('GET /pipeline/{pipeline-id}', async (ctx) => {
    const { pipeline, ...resolved } = await requirePipeline(ctx);
    return ciOk(renderPipeline(pipeline, renderProjectSlug(resolved, ctx.dialect), ctx.dialect));
  }),
  route('GET /pipeline/{pipeline-id}/config', async (ctx) => {
    const {
      config: { source, compiled, setup, compiledSetup },
    } = (await requirePipeline(ctx)).pipeline.body;
    return ciOk(bothSpellings({ source, compiled, 'setup-config': setup, 'compiled-setup-config': compiledSetup }, ctx.dialect));
  }),
  route('GET /pipeline/{pipeline-id}/values', async (ctx) => {
    const {
      pipeline: { id, body },
      project,
      organization,
    } = await requirePipeline(ctx);
    return ciOk(
      renderPipelineValues(
        buildPipelineValues(id, body, {
          id: project.id,
          name: project.name,
          slug: renderProjectSlug({ project, organization }, ctx.dialect),
        }),
        body,
      ),
    );
  }),
  route('GET /pipeline/{pipeline-id}/workflow', async (ctx) => {
    const { pipeline, ...resolved } = await requirePipeline(ctx);
    const slug = renderProjectSlug(resolved, ctx.dialect);
    return renderCiRecords<Workflow>(ctx, { kind: 'ci-workflows', scope: pipeline.id }, (records) =>
      records.map((one) => renderWorkflow(one, slug)),
    );
  }),
  route('POST /pipeline/{pipeline-id}/cancel', async (ctx) => {
    await cancelPipeline(ctx, (await requirePipeline(ctx, 'start-builds')).pipeline);
    return { status: 202, body: { message: 'Accepted.' } };
  }),
  route('GET /project/{project-slug}/pipeline', async (ctx) => {
    const { project } = await requireCiProject(ctx);
    const branch = queryParameter(ctx, 'branch');
    return listPipelines(ctx, { scope: project.id, ...(branch === undefined ? {} : { body: [{ path: 'vcs.branch', is: branch }] }) });
  }),
  route('GET /project/{project-slug}/pipeline/mine', async (ctx) => {
    const { project } = await requireCiProject(ctx);
    return listPipelines(ctx, { scope: project.id, body: await callerFilter(ctx) });
  }),
  route('GET /project/{project-slug}/pipeline/{pipeline-number}', async (ctx) => {
    const pipeline = await requireNumberedPipeline(ctx);
    return ciOk(renderPipeline(pipeline, (await loadProjectSlugs(ctx, [pipeline.scope])).get(pipeline.scope)!, ctx.dialect));
  }),
];
