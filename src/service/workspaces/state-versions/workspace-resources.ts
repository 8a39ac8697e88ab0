import { nullableString, stringValue } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { describeResponseList, type DocumentShape, listParameters } from '../../json-api/describe-document.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import { loadInstances, type StoredInstance } from './state-instances.ts';

const renderInstance = (workspace: string, instance: StoredInstance, index: number): ResourceObject => ({
  id: `wsr-${workspace.slice('ws-'.length)}${String(index).padStart(4, '0')}`,
  type: 'resources',
  attributes: {
    address: instance.address,
    name: instance.name,
    'created-at': instance.createdAt,
    'updated-at': instance.updatedAt,
    module: instance.module,
    provider: instance.provider,
    'provider-type': instance.type,
    'modified-by-state-version-id': instance.modifiedBy,
    'name-index': instance.index,
  },
});

/** What the current state manages. */
const listResourcesOfState = async (ctx: RequestContext): Promise<RouteResponse> => {
  const {
    id,
    body: { currentStateVersion },
  } = await requireWorkspace(ctx, 'read-state-versions');
  const page = parsePage(ctx);
  const instances = currentStateVersion === null ? [] : await loadInstances(ctx.tx, id, currentStateVersion);
  const q = (ctx.query.get('q') ?? '').toLowerCase();
  const documents = instances
    .map((instance, index) => ({ instance, index }))
    .filter(({ instance }) => instance.address.toLowerCase().includes(q));
  const shown = documents.slice(page.offset, page.offset + page.size);
  return renderResourcePage(
    ctx,
    page,
    documents.length,
    shown.map(({ instance, index }) => renderInstance(id, instance, index)),
  );
};

const shape: DocumentShape = {
  type: 'resources',
  attributes: {
    address: stringValue,
    name: stringValue,
    'created-at': stringValue,
    'updated-at': stringValue,
    module: stringValue,
    provider: stringValue,
    'provider-type': stringValue,
    'modified-by-state-version-id': stringValue,
    'name-index': nullableString,
  },
};

export const routes = [
  route('GET /workspaces/{workspace_id}/resources', listResourcesOfState, {
    description: {
      summary: 'Lists what the current state of a workspace manages.',
      query: { ...listParameters, q: textParameter('A part of the address.') },
      responses: { 200: describeResponseList(shape) },
    },
  }),
];
