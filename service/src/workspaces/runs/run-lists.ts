import { requireOrganization } from '../../access/permissions.ts';
import { listReadableWorkspaces, selectReadable } from '../../access/readable-workspaces.ts';
import { badRequest } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { parsePage, renderResourcePage, listResources } from '../../json-api/page.ts';
import { okDocument } from '../../json-api/responses.ts';
import type { RecordFilter } from '../../store/record-filter.ts';
import type { StoredRecord } from '../../store/store.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import { capacityDescription, describeRunList, queueDescription } from './describe-runs.ts';
import { textParameter } from '../../http/operation-description.ts';
import { parseRunConditions } from './parse-run-conditions.ts';
import { renderRuns } from './render-runs.ts';
import { activeRunsLink, type StoredRun } from './stored.ts';
import { isConfirmable } from './timeline.ts';

const latestFirst = { order: { by: 'seq', descending: true } } as const;

const listRuns = (ctx: RequestContext, filter: RecordFilter): Promise<RouteResponse> =>
  listResources<StoredRun>(ctx, filter, (records) => renderRuns(ctx, records), latestFirst);

/** A scope that no record has. */
const noScope = 'none';

const splitNames = (text: string | null): readonly string[] | undefined =>
  text
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const listIds = async (ctx: RequestContext, filter: RecordFilter): Promise<readonly string[]> =>
  (await ctx.tx.list(filter)).records.map(({ id }) => id);

/** Ids of the workspaces that the query names by themselves or by their agent pool; undefined: it names none. */
const findNamedWorkspaces = async (ctx: RequestContext, organization: string): Promise<readonly string[] | undefined> => {
  const names = splitNames(ctx.query.get('filter[workspace_names]'));
  const pools = splitNames(ctx.query.get('filter[agent_pool_names]'));
  if (names === undefined && pools === undefined) return undefined;
  const named = names && (await listIds(ctx, { kind: 'workspaces', scope: organization, keys: names }));
  if (pools === undefined) return named;
  const poolIds = (await ctx.tx.list<{ readonly name: string }>({ kind: 'agent-pools', scope: organization })).records
    .filter((pool) => pools.includes(pool.name))
    .map(({ id }) => id);
  const ofPools = await listIds(ctx, {
    kind: 'workspaces',
    scope: organization,
    body: [{ path: 'attributes.agent-pool-id', is: poolIds }],
  });
  return named === undefined ? ofPools : named.filter((id) => ofPools.includes(id));
};

/** The runs of an organization that the caller can see: all, or those of single workspaces. */
const listOrganizationRuns = async (ctx: RequestContext, organization: string): Promise<RouteResponse> => {
  const wanted = await findNamedWorkspaces(ctx, organization);
  const scope = wanted ? [...(await selectReadable(ctx, organization, wanted))] : await listReadableWorkspaces(ctx, organization);
  return listRuns(ctx, {
    kind: 'runs',
    group: organization,
    ...(scope === undefined ? {} : { scope: scope.length === 0 ? noScope : scope }),
    ...parseRunConditions(ctx, 'year'),
  });
};

/** The runs of one workspace: none, where the query names others. By a condition they are found in the group of the organization. */
const listWorkspaceRuns = async (ctx: RequestContext, { id, scope }: StoredRecord): Promise<RouteResponse> => {
  const wanted = await findNamedWorkspaces(ctx, scope);
  const conditions = parseRunConditions(ctx);
  return listRuns(ctx, {
    kind: 'runs',
    scope: wanted?.includes(id) === false ? noScope : id,
    ...(conditions.body ? { group: scope } : {}),
    ...conditions,
  });
};

/** `workspace_id` and `organization_name` are parameters of the query; the second alone lists the runs of the organization. */
const listRunsByQuery = async (ctx: RequestContext): Promise<RouteResponse> => {
  const [workspace, organization] = [ctx.query.get('workspace_id'), ctx.query.get('organization_name')];
  if (workspace) {
    const found = await requireWorkspace({ ...ctx, params: { workspace_id: workspace } }, 'read-run');
    return listWorkspaceRuns(ctx, found);
  }
  if (!organization) throw badRequest('expected workspace_id or organization_name', 'workspace_id');
  const found = await requireOrganization({ ...ctx, params: { organization_name: organization } });
  return listOrganizationRuns(ctx, found.body.name);
};

type ActiveRun = StoredRecord<StoredRun>;

const isWaiting = ({ body }: ActiveRun): boolean => body.status === 'pending' && body.movesAt === null;

/** The active and queued runs of the organization whose workspaces the caller can see. */
const loadQueue = async (ctx: RequestContext): Promise<{ readonly organization: string; readonly queue: readonly ActiveRun[] }> => {
  const [{ key: organization }, links] = await Promise.all([requireOrganization(ctx), ctx.tx.listLinks(activeRunsLink, { from: 'all' })]);
  const ids = links.map(({ to }) => to);
  const runs = (await ctx.tx.getMany<StoredRun>('runs', ids)).filter(
    ({ body }) => body.organization === organization && !isConfirmable(body),
  );
  const readable = await selectReadable(ctx, organization, [...new Set(runs.map(({ body }) => body.workspace))]);
  return { organization, queue: runs.filter(({ body }) => readable.has(body.workspace)) };
};

const listQueue = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { queue } = await loadQueue(ctx);
  const positions = new Map(queue.filter(isWaiting).map((run, index) => [run.id, index + 1]));
  const page = parsePage(ctx);
  const documents = await renderRuns(ctx, queue.slice(page.offset, page.offset + page.size), positions);
  return renderResourcePage(ctx, page, queue.length, documents);
};

const showCapacity = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { organization, queue } = await loadQueue(ctx);
  const pending = queue.filter(isWaiting).length;
  return okDocument({ id: organization, type: 'organization-capacity', attributes: { pending, running: queue.length - pending } });
};

export const routes = [
  route('GET /runs', listRunsByQuery, {
    description: describeRunList('Lists the runs of a workspace or of an organization, the latest first.', {
      workspace_id: textParameter('The ID of a workspace.'),
      organization_name: textParameter('The name of an organization.'),
    }),
  }),
  route('GET /workspaces/{workspace_id}/runs', async (ctx) => listWorkspaceRuns(ctx, await requireWorkspace(ctx, 'read-run')), {
    description: describeRunList('Lists the runs of a workspace, the latest first.'),
  }),
  route(
    'GET /organizations/{organization_name}/runs',
    async (ctx) => listOrganizationRuns(ctx, (await requireOrganization(ctx)).body.name),
    { description: describeRunList('Lists the runs of an organization, the latest first.') },
  ),
  route('GET /organizations/{organization_name}/runs/queue', listQueue, { description: queueDescription }),
  route('GET /organizations/{organization_name}/capacity', showCapacity, { description: capacityDescription }),
];
