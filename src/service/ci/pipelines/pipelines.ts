import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { RecordFilter, StoredRecord } from '../../store/store.ts';
import { requireOrganizationBySlugText } from '../organizations/require-organization.ts';
import { requireCiUser } from '../organizations/users.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { requireCiProject, renderProjectSlug } from '../projects/require-project.ts';
import { queryParameter, enumParameter } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { memberName } from '../hosted-dialect.ts';
import { cancelPipeline } from './cancel.ts';
import { requirePathNumber, requirePipeline, loadProjectSlugs } from './require-pipeline.ts';
import { renderPipeline, renderWorkflow } from './render-pipeline.ts';
import type { Pipeline } from './pipeline-records.ts';
import type { Workflow } from '../workflows/workflow-records.ts';
import { buildPipelineValues, renderPipelineValues } from './pipeline-values.ts';

/** Of the pipelines of an organization: those of so many projects, the ones that were built last. */
const maxProjects = 250;

const listRecentlyBuiltProjects = async (asking: RequestContext, projects: readonly string[]): Promise<readonly string[]> => {
  const found = new Set<string>();
  for (let before: number | undefined; found.size < maxProjects;) {
    const { records } = await asking.tx.list(
      { kind: 'ci-pipelines', scope: projects, ...(before === undefined ? {} : { seq: { before } }) },
      { offset: 0, limit: 1000, uncounted: true, order: { by: 'seq', descending: true } },
    );
    for (const { scope } of records) if (found.size < maxProjects) found.add(scope);
    before = records.at(-1)?.seq;
    if (before === undefined) break;
  }
  return [...found].sort();
};

const listOrganizations = async (asking: RequestContext): Promise<readonly string[]> => {
  const slug = queryParameter(asking, 'org-slug');
  if (slug !== undefined) return [(await requireOrganizationBySlugText(asking, slug, 'org-slug')).organization.id];
  return (
    await asking.tx.list<CiOrganization>({
      kind: 'ci-organizations',
      scope: '',
      keys: asking.caller.memberships.map(({ organization }) => organization),
    })
  ).records.map(({ id }) => id);
};

const callerFilter = async (asking: RequestContext): Promise<NonNullable<RecordFilter['body']>> => [
  { path: 'startedBy', is: (await requireCiUser(asking)).body.uuid! },
];

/** Newest first. */
const listPipelines = (asking: RequestContext, filter: Omit<RecordFilter, 'kind'>): Promise<RouteResponse> =>
  renderCiRecords<Pipeline>(
    asking,
    { kind: 'ci-pipelines', ...filter },
    async (records) => {
      const slugs = await loadProjectSlugs(
        asking,
        records.map(({ scope }) => scope),
      );
      return records.map((one) => renderPipeline(one, slugs.get(one.scope)!, asking.dialect));
    },
    { newestFirst: true },
  );

const listAllPipelines = async (asking: RequestContext): Promise<RouteResponse> => {
  const body = enumParameter(asking, 'mine', ['true', 'false'], 'false') === 'true' ? { body: await callerFilter(asking) } : {};
  const projects = (await asking.tx.list({ kind: 'ci-projects', scope: [...(await listOrganizations(asking))] })).records
    .map(({ id }) => id)
    .sort();
  return listPipelines(asking, {
    scope: projects.length > maxProjects ? await listRecentlyBuiltProjects(asking, projects) : projects,
    ...body,
  });
};

const requireNumberedPipeline = async (asking: RequestContext): Promise<StoredRecord<Pipeline>> => {
  const here = await requireCiProject(asking);
  const number = requirePathNumber(asking, 'pipeline-number');
  const pipeline = await asking.tx.getByKey<Pipeline>('ci-pipelines', here.project.id, number);
  if (!pipeline) throw notFound(`the pipeline ${number} of "${renderProjectSlug(here, asking.dialect)}"`);
  return pipeline;
};

export const routes = [
  route('GET /pipeline', listAllPipelines),
  route('GET /pipeline/{pipeline-id}', async (asking) => {
    const { pipeline, ...home } = await requirePipeline(asking);
    return ciOk(renderPipeline(pipeline, renderProjectSlug(home, asking.dialect), asking.dialect));
  }),
  route('GET /pipeline/{pipeline-id}/config', async (asking) => {
    const {
      config: { source, compiled, setup, compiledSetup },
    } = (await requirePipeline(asking)).pipeline.body;
    const word = (name: string): string => memberName(name, asking.dialect);
    return ciOk({ source, compiled, [word('setup-config')]: setup, [word('compiled-setup-config')]: compiledSetup });
  }),
  route('GET /pipeline/{pipeline-id}/values', async (asking) => {
    const {
      pipeline: { id, body },
      project,
      organization,
    } = await requirePipeline(asking);
    return ciOk(
      renderPipelineValues(
        buildPipelineValues(id, body, {
          id: project.id,
          name: project.name,
          slug: renderProjectSlug({ project, organization }, asking.dialect),
        }),
        body,
      ),
    );
  }),
  route('GET /pipeline/{pipeline-id}/workflow', async (asking) => {
    const { pipeline, ...home } = await requirePipeline(asking);
    const slug = renderProjectSlug(home, asking.dialect);
    return renderCiRecords<Workflow>(asking, { kind: 'ci-workflows', scope: pipeline.id }, (records) =>
      records.map((one) => renderWorkflow(one, slug)),
    );
  }),
  route('POST /pipeline/{pipeline-id}/cancel', async (asking) => {
    await cancelPipeline(asking, (await requirePipeline(asking)).pipeline);
    return { status: 202, body: { message: 'Accepted.' } };
  }),
  route('GET /project/{project-slug}/pipeline', async (asking) => {
    const { project } = await requireCiProject(asking);
    const branch = queryParameter(asking, 'branch');
    return listPipelines(asking, { scope: project.id, ...(branch === undefined ? {} : { body: [{ path: 'vcs.branch', is: branch }] }) });
  }),
  route('GET /project/{project-slug}/pipeline/mine', async (asking) => {
    const { project } = await requireCiProject(asking);
    return listPipelines(asking, { scope: project.id, body: await callerFilter(asking) });
  }),
  route('GET /project/{project-slug}/pipeline/{pipeline-number}', async (asking) => {
    const pipeline = await requireNumberedPipeline(asking);
    return ciOk(renderPipeline(pipeline, (await loadProjectSlugs(asking, [pipeline.scope])).get(pipeline.scope)!, asking.dialect));
  }),
];
