import { notFound } from '../../problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../route.ts';
import type { RecordFilter, StoredRecord } from '../../store/store.ts';
import { organizationSlugged } from '../organizations/here.ts';
import { userHere } from '../organizations/users.ts';
import { paged } from '../page.ts';
import { projectHere, projectSlug } from '../projects/here.ts';
import { asked, oneAsked } from '../read.ts';
import { ok } from '../replies.ts';
import type { CiOrganization } from '../stored.ts';
import { memberWord } from '../words.ts';
import { cancelPipeline } from './cancel.ts';
import { numberIn, pipelineHere, slugsOf } from './here.ts';
import { renderPipeline, renderWorkflow } from './render.ts';
import type { Pipeline, Workflow } from './stored.ts';
import { valuesOf, valuesShown } from './values.ts';

/** Of the pipelines of an organization: those of so many projects, the ones that were built last. */
const most = 250;

const builtLast = async (asking: RequestContext, projects: readonly string[]): Promise<readonly string[]> => {
  const found = new Set<string>();
  for (let before: number | undefined; found.size < most;) {
    const { records } = await asking.tx.list({ kind: 'ci-pipelines', scope: projects, ...(before === undefined ? {} : { seq: { before } }) }, { offset: 0, limit: 1000, uncounted: true, order: { by: 'seq', descending: true } });
    for (const { scope } of records) if (found.size < most) found.add(scope);
    before = records.at(-1)?.seq;
    if (before === undefined) break;
  }
  return [...found].sort();
};

const organizations = async (asking: RequestContext): Promise<readonly string[]> => {
  const slug = asked(asking, 'org-slug');
  if (slug !== undefined) return [(await organizationSlugged(asking, slug, 'org-slug')).organization.id];
  return (await asking.tx.list<CiOrganization>({ kind: 'ci-organizations', scope: '', keys: asking.caller.memberships.map(({ organization }) => organization) })).records.map(({ id }) => id);
};

const mine = async (asking: RequestContext): Promise<NonNullable<RecordFilter['body']>> => [{ path: 'startedBy', is: (await userHere(asking)).body.uuid! }];

/** Newest first. */
const list = (asking: RequestContext, filter: Omit<RecordFilter, 'kind'>): Promise<RouteResponse> => paged<Pipeline>(asking, { kind: 'ci-pipelines', ...filter }, async (records) => {
  const slugs = await slugsOf(asking, records.map(({ scope }) => scope));
  return records.map((one) => renderPipeline(one, slugs.get(one.scope)!, asking.dialect));
}, { newestFirst: true });

const all = async (asking: RequestContext): Promise<RouteResponse> => {
  const body = oneAsked(asking, 'mine', ['true', 'false'], 'false') === 'true' ? { body: await mine(asking) } : {};
  const projects = (await asking.tx.list({ kind: 'ci-projects', scope: [...await organizations(asking)] })).records.map(({ id }) => id).sort();
  return list(asking, { scope: projects.length > most ? await builtLast(asking, projects) : projects, ...body });
};

const numbered = async (asking: RequestContext): Promise<StoredRecord<Pipeline>> => {
  const here = await projectHere(asking);
  const number = numberIn(asking, 'pipeline-number');
  const pipeline = await asking.tx.getByKey<Pipeline>('ci-pipelines', here.project.id, number);
  if (!pipeline) throw notFound(`the pipeline ${number} of "${projectSlug(here, asking.dialect)}"`);
  return pipeline;
};

export const routes = [
  route('GET /pipeline', all),
  route('GET /pipeline/{pipeline-id}', async (asking) => {
    const { pipeline, ...home } = await pipelineHere(asking);
    return ok(renderPipeline(pipeline, projectSlug(home, asking.dialect), asking.dialect));
  }),
  route('GET /pipeline/{pipeline-id}/config', async (asking) => {
    const { config: { source, compiled, setup, compiledSetup } } = (await pipelineHere(asking)).pipeline.body;
    const word = (name: string): string => memberWord(name, asking.dialect);
    return ok({ source, compiled, [word('setup-config')]: setup, [word('compiled-setup-config')]: compiledSetup });
  }),
  route('GET /pipeline/{pipeline-id}/values', async (asking) => {
    const { pipeline: { id, body }, project, organization } = await pipelineHere(asking);
    return ok(valuesShown(valuesOf(id, body, { id: project.id, name: project.name, slug: projectSlug({ project, organization }, asking.dialect) }), body));
  }),
  route('GET /pipeline/{pipeline-id}/workflow', async (asking) => {
    const { pipeline, ...home } = await pipelineHere(asking);
    const slug = projectSlug(home, asking.dialect);
    return paged<Workflow>(asking, { kind: 'ci-workflows', scope: pipeline.id }, (records) => records.map((one) => renderWorkflow(one, slug)));
  }),
  route('POST /pipeline/{pipeline-id}/cancel', async (asking) => {
    await cancelPipeline(asking, (await pipelineHere(asking)).pipeline);
    return { status: 202, body: { message: 'Accepted.' } };
  }),
  route('GET /project/{project-slug}/pipeline', async (asking) => {
    const { project } = await projectHere(asking);
    const branch = asked(asking, 'branch');
    return list(asking, { scope: project.id, ...(branch === undefined ? {} : { body: [{ path: 'vcs.branch', is: branch }] }) });
  }),
  route('GET /project/{project-slug}/pipeline/mine', async (asking) => {
    const { project } = await projectHere(asking);
    return list(asking, { scope: project.id, body: await mine(asking) });
  }),
  route('GET /project/{project-slug}/pipeline/{pipeline-number}', async (asking) => {
    const pipeline = await numbered(asking);
    return ok(renderPipeline(pipeline, (await slugsOf(asking, [pipeline.scope])).get(pipeline.scope)!, asking.dialect));
  }),
];
