import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import type { Organization, RetentionPolicy } from '../../access/records.ts';
import { requireOrganization } from '../../access/permissions.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import type { OperationDescription } from '../../http/operation-description.ts';
import { notFound, Problem, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type Route, type RouteResponse, route } from '../../http/route.ts';
import { describeRequestDocument, describeResponseDocument } from '../../json-api/describe-document.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { requireOwnedOrganization } from '../organizations/require-owned-organization.ts';
import { requireWorkspace } from './require-workspace.ts';
import type { StoredWorkspace } from './stored.ts';

const deleteOlderType = 'data-retention-policy-delete-olders';
const dontDeleteType = 'data-retention-policy-dont-deletes';
/** What clients sent before there were two kinds: the same as `delete-olders`. */
const legacyType = 'data-retention-policies';

/** What a policy belongs to: a workspace or an organization. */
interface RetentionTarget {
  readonly type: 'workspaces' | 'organizations';
  readonly id: string;
  readonly retention: RetentionPolicy | null;
  save(retention: RetentionPolicy | null): Promise<unknown>;
}
type LoadTarget = (ctx: RequestContext<Transaction>, access: 'read' | 'write') => Promise<RetentionTarget>;

const renderPolicy = (
  { dialect }: Pick<RequestContext, 'dialect'>,
  target: RetentionTarget,
  { id, type, days }: RetentionPolicy,
): ResourceObject => ({
  id,
  type,
  attributes: days === null ? {} : { 'delete-older-than-n-days': days },
  relationships: {
    [target.type === 'workspaces' ? 'workspace' : 'organization']: { data: { id: target.id, type: target.type } },
    ...(dialect === 'hosted' ? { target: { data: { id: target.id, type: target.type } } } : {}),
  },
  links: { self: `/api/v2/${target.type}/${target.id}/relationships/data-retention-policy` },
});

const requireSelfHosted = (ctx: RequestContext): void => {
  if (ctx.settings.edition !== 'self-hosted')
    throw new Problem(404, [{ detail: 'only the self-hosted edition has data retention policies; this service is of the hosted edition' }]);
};

const loadWorkspace: LoadTarget = async (ctx, access) => {
  const right: WorkspaceRight = access === 'read' ? 'read-settings' : 'update';
  const workspace: StoredRecord<StoredWorkspace> = await requireWorkspace(ctx, right);
  return {
    type: 'workspaces',
    id: workspace.id,
    retention: workspace.body.retention,
    save: (retention) =>
      ctx.tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, retention, updatedAt: ctx.clock.now().toISOString() } }),
  };
};

const loadOrganization: LoadTarget = async (ctx, access) => {
  const organization = await (access === 'read' ? requireOrganization(ctx) : requireOwnedOrganization(ctx));
  return {
    type: 'organizations',
    id: organization.body.name,
    retention: organization.body.retention ?? null,
    save: (retention) => ctx.tx.update<Organization>(organization, { body: { ...organization.body, retention } }),
  };
};

const showPolicy =
  (load: LoadTarget): Route['handle'] =>
  async (ctx): Promise<RouteResponse> => {
    const target = await load(ctx, 'read');
    requireSelfHosted(ctx);
    return target.retention ? okDocument(renderPolicy(ctx, target, target.retention)) : { status: 200, body: { data: null } };
  };

const putPolicy =
  (load: LoadTarget, isCreated: boolean): Route['handle'] =>
  async (ctx): Promise<RouteResponse> => {
    const target = await load(ctx, 'write');
    requireSelfHosted(ctx);
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
    await target.save(retention);
    const document = renderPolicy(ctx, target, retention);
    return isCreated ? createdDocument(document) : okDocument(document);
  };

const deletePolicy =
  (load: LoadTarget): Route['handle'] =>
  async (ctx): Promise<RouteResponse> => {
    const target = await load(ctx, 'write');
    requireSelfHosted(ctx);
    if (!target.retention) throw notFound('the data retention policy');
    await target.save(null);
    return noContent;
  };

const attributeSchemas = { 'delete-older-than-n-days': { type: 'integer', minimum: 1, maximum: 36_500 } } as const;
const document = describeResponseDocument({
  type: [deleteOlderType, dontDeleteType],
  attributes: attributeSchemas,
  relationships: {
    workspace: { to: 'workspaces' },
    organization: { to: 'organizations' },
    target: { to: ['workspaces', 'organizations'] },
  },
});
const { data, ...rest } = document['properties'] as { readonly [name: string]: JsonSchema };
/** Null: there is no policy. */
const response: JsonSchema = { ...document, properties: { ...rest, data: { ...data, type: ['object', 'null'] } } };
const description = (summary: string, status: number): OperationDescription => ({
  summary,
  request: describeRequestDocument({ type: deleteOlderType, attributes: attributeSchemas }),
  responses: { [status]: response },
  example: { data: { type: deleteOlderType, attributes: { 'delete-older-than-n-days': 30 } } },
});

/**
 * Routes at a path that ends in `/relationships/data-retention-policy`. The hosted service responds with 201 to a new policy of an
 * organization.
 */
const policyRoutes = (path: string, load: LoadTarget, createdStatus: 200 | 201): readonly Route[] => {
  const update = putPolicy(load, false);
  const create = createdStatus === 201 ? putPolicy(load, true) : update;
  return [
    route(`GET ${path}`, showPolicy(load), { description: { summary: 'Shows the data retention policy.', responses: { 200: response } } }),
    route(`POST ${path}`, create, { description: description('Sets the data retention policy.', createdStatus) }),
    route(`PATCH ${path}`, update, { description: description('Sets the data retention policy.', 200) }),
    route(`DELETE ${path}`, deletePolicy(load), {
      description: { summary: 'Removes the data retention policy.', responses: { 204: null } },
    }),
  ];
};

export const routes = [
  ...policyRoutes('/workspaces/{workspace_id}/relationships/data-retention-policy', loadWorkspace, 200),
  ...policyRoutes('/organizations/{organization_name}/relationships/data-retention-policy', loadOrganization, 201),
];
