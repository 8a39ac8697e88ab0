import type { ResourceObject } from '../../json-api/resource-object.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { noContent, okDocument } from '../../json-api/responses.ts';
import { notFound, Problem, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import { requireWorkspace } from './require-workspace.ts';
import type { RetentionPolicy, StoredWorkspace } from './stored.ts';

const deleteOlderType = 'data-retention-policy-delete-olders';
const dontDeleteType = 'data-retention-policy-dont-deletes';
/** What clients sent before there were two kinds: the same as `delete-olders`. */
const legacyType = 'data-retention-policies';

const renderPolicy = (workspace: string, { id, type, days }: RetentionPolicy): ResourceObject => ({
  id,
  type,
  attributes: days === null ? {} : { 'delete-older-than-n-days': days },
  relationships: { workspace: { data: { id: workspace, type: 'workspaces' } } },
  links: { self: `/api/v2/workspaces/${workspace}/relationships/data-retention-policy` },
});

const requireSelfHostedWorkspace = async (ctx: RequestContext, right: WorkspaceRight): Promise<StoredRecord<StoredWorkspace>> => {
  const workspace = await requireWorkspace(ctx, right);
  if (ctx.settings.edition !== 'self-hosted')
    throw new Problem(404, [{ detail: 'only the self-hosted edition has data retention policies; this service is of the hosted edition' }]);
  return workspace;
};
const savePolicy = (ctx: RequestContext<Transaction>, workspace: StoredRecord<StoredWorkspace>, retention: RetentionPolicy | null) =>
  ctx.tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, retention, updatedAt: ctx.clock.now().toISOString() } });

const putPolicy = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireSelfHostedWorkspace(ctx, 'update');
  const { attributes } = parseDocument(ctx, deleteOlderType, dontDeleteType, legacyType);
  const {
    data: { type },
  } = ctx.body as { data: { type: string } };
  const days = attributes['delete-older-than-n-days'];
  if (type !== dontDeleteType && !(typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= 36_500))
    throw unprocessable('expected a whole number of days from 1 to 36500', '/data/attributes/delete-older-than-n-days');
  const retention: RetentionPolicy = {
    id: ctx.newId('drp'),
    type: type === dontDeleteType ? dontDeleteType : deleteOlderType,
    days: type === dontDeleteType ? null : (days as number),
  };
  await savePolicy(ctx, workspace, retention);
  return okDocument(renderPolicy(workspace.id, retention));
};

const policyPath = '/workspaces/{workspace_id}/relationships/data-retention-policy';
export const routes = [
  route(`GET ${policyPath}`, async (ctx) => {
    const {
      id,
      body: { retention },
    } = await requireSelfHostedWorkspace(ctx, 'read-settings');
    return retention ? okDocument(renderPolicy(id, retention)) : { status: 200, body: { data: null } };
  }),
  route(`POST ${policyPath}`, putPolicy),
  route(`PATCH ${policyPath}`, putPolicy),
  route(`DELETE ${policyPath}`, async (ctx) => {
    const workspace = await requireSelfHostedWorkspace(ctx, 'update');
    if (!workspace.body.retention) throw notFound('the data retention policy');
    await savePolicy(ctx, workspace, null);
    return noContent;
  }),
];
