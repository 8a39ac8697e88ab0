import { enumValue, nullable, objectValue, partialObject, stringValue } from '../../http/body-schemas.ts';
import type { OperationDescription } from '../../http/operation-description.ts';
import { describeRequestDocument } from '../../json-api/describe-document.ts';
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

const attributeSchemas = { 'delete-older-than-n-days': { type: 'integer', minimum: 1, maximum: 36_500 } } as const;
const policySchema = objectValue({
  data: nullable(
    objectValue({ id: stringValue, type: enumValue(deleteOlderType, dontDeleteType), attributes: partialObject(attributeSchemas) }),
  ),
});
const saveDescription: OperationDescription = {
  summary: 'Sets the data retention policy of a workspace (self-hosted edition).',
  request: describeRequestDocument({ type: deleteOlderType, attributes: attributeSchemas }),
  responses: { 200: policySchema },
  example: { data: { type: deleteOlderType, attributes: { 'delete-older-than-n-days': 30 } } },
};

const policyPath = '/workspaces/{workspace_id}/relationships/data-retention-policy';
export const routes = [
  route(
    `GET ${policyPath}`,
    async (ctx) => {
      const {
        id,
        body: { retention },
      } = await requireSelfHostedWorkspace(ctx, 'read-settings');
      return retention ? okDocument(renderPolicy(id, retention)) : { status: 200, body: { data: null } };
    },
    { description: { summary: 'Shows the data retention policy of a workspace, or null.', responses: { 200: policySchema } } },
  ),
  route(`POST ${policyPath}`, putPolicy, { description: saveDescription }),
  route(`PATCH ${policyPath}`, putPolicy, { description: saveDescription }),
  route(`DELETE ${policyPath}`, async (ctx) => {
    const workspace = await requireSelfHostedWorkspace(ctx, 'update');
    if (!workspace.body.retention) throw notFound('the data retention policy');
    await savePolicy(ctx, workspace, null);
    return noContent;
  }),
];
