import { describeConsumerChange, listConsumersDescription } from './descriptions.ts';
import { optionalEnumParameter } from '../../http/optional-enum-parameter.ts';
import { listResources, renderResourcePage, parsePage } from '../../json-api/page.ts';
import { parseIds } from '../../json-api/parse-document.ts';
import { noContent } from '../../json-api/responses.ts';
import { type ErrorObject, notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { RecordFilter } from '../../store/record-filter.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { hasOrganizationRight } from '../../access/permissions.ts';
import { buildReadableFilter, findReadableWorkspaces, selectReadable } from '../../access/readable-workspaces.ts';
import { stateConsumersLink } from '../../access/run-rights.ts';
import { renderWorkspaces } from './render-workspaces.ts';
import { requireWorkspace } from './require-workspace.ts';
import type { StoredWorkspace } from './stored.ts';

/** Lists all workspaces but this one: a page is read with one more record, and records after the workspace move up by one. */
const listOtherWorkspaces = async (
  ctx: RequestContext,
  workspace: StoredRecord<StoredWorkspace>,
  readable: Pick<RecordFilter, 'ids' | 'linked'>,
): Promise<RouteResponse> => {
  const page = parsePage(ctx);
  const { records, total } = await ctx.tx.list<StoredWorkspace>(
    { kind: 'workspaces', scope: workspace.scope, ...readable },
    { offset: page.offset, limit: page.size + 1 },
  );
  const behind = records.length > 0 && workspace.seq < records[0]!.seq;
  const others = behind ? records.slice(1) : records.filter(({ id }) => id !== workspace.id).slice(0, page.size);
  return renderResourcePage(ctx, page, total - 1, await renderWorkspaces(ctx, others));
};

const listConsumers = async (ctx: RequestContext): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'read-run');
  const readable = buildReadableFilter(await findReadableWorkspaces(ctx, workspace.scope));
  const chosen = optionalEnumParameter(ctx, 'show_only_configured', ['true', 'false']) === 'true';
  if (workspace.body.attributes['global-remote-state'] && !chosen) return listOtherWorkspaces(ctx, workspace, readable);
  return listResources<StoredWorkspace>(
    ctx,
    {
      kind: 'workspaces',
      scope: workspace.scope,
      ...readable,
      linked: [{ kind: stateConsumersLink, self: 'to', other: [workspace.id] }, ...(readable.linked ?? [])],
    },
    (records) => renderWorkspaces(ctx, records),
  );
};

/**
 * The workspace of the path and the sent IDs: readable ones of its organization, not itself, and only while it shares with selected
 * workspaces.
 */
const parseConsumers = async (
  ctx: RequestContext<Transaction>,
): Promise<{ readonly workspace: StoredRecord<StoredWorkspace>; readonly ids: readonly string[] }> => {
  const workspace = await requireWorkspace(ctx, 'update');
  const ids = parseIds(ctx, 'workspaces');
  if (workspace.body.attributes['global-remote-state'])
    throw unprocessable(
      'the workspace shares its state with the whole organization: set global-remote-state to false before choosing consumers',
      '/data',
    );
  const readable = await selectReadable(ctx, workspace.scope, ids);
  const found = new Map((await ctx.tx.getMany('workspaces', ids)).map((record) => [record.id, record.scope]));
  throwIfInvalid(
    ids.flatMap((id, index): ErrorObject[] => {
      const pointer = `/data/${index}/id`;
      if (id === workspace.id) return [{ detail: 'a workspace cannot be its own consumer', pointer }];
      return found.get(id) === workspace.scope && readable.has(id)
        ? []
        : [{ detail: `${id} is no workspace of the organization "${workspace.scope}" that this token may see`, pointer }];
    }),
  );
  return { workspace, ids };
};

const addConsumers = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { workspace, ids } = await parseConsumers(ctx);
  for (const id of ids) await ctx.tx.link(stateConsumersLink, workspace.id, id);
  return noContent;
};
const removeConsumers = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { workspace, ids } = await parseConsumers(ctx);
  for (const id of ids) await ctx.tx.unlink(stateConsumersLink, workspace.id, id);
  return noContent;
};
/** Replaces the consumers; requires the right to manage all workspaces, because others would drop consumers that they cannot see. */
const replaceConsumers = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { workspace, ids } = await parseConsumers(ctx);
  if (!hasOrganizationRight(ctx, workspace.scope, 'manage-workspaces')) throw notFound(`the list of consumers of ${workspace.id}`);
  const kept = new Set(ids);
  for (const { to } of await ctx.tx.listLinks(stateConsumersLink, { from: workspace.id }))
    if (!kept.has(to)) await ctx.tx.unlink(stateConsumersLink, workspace.id, to);
  for (const id of ids) await ctx.tx.link(stateConsumersLink, workspace.id, id);
  return noContent;
};

const consumersPath = '/workspaces/{workspace_id}/relationships/remote-state-consumers';
export const routes = [
  route(`GET ${consumersPath}`, listConsumers, { description: listConsumersDescription }),
  route(`POST ${consumersPath}`, addConsumers, { description: describeConsumerChange('Lets workspaces read the state of a workspace.') }),
  route(`PATCH ${consumersPath}`, replaceConsumers, {
    description: describeConsumerChange('Replaces the workspaces that may read the state of a workspace.'),
  }),
  route(`DELETE ${consumersPath}`, removeConsumers, {
    description: describeConsumerChange('Takes from workspaces the right to read the state of a workspace.'),
  }),
];
