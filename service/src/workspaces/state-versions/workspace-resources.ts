import { nullableString, stringValue } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { badRequest } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { describeResponseList, type DocumentShape, listParameters } from '../../json-api/describe-document.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import type { StoredInstance } from './instance-addresses.ts';
import { loadInstances } from './state-instances.ts';
import type { StoredStateVersion } from './stored.ts';

/** `module.media.aws_s3_bucket.this` → `media.aws_s3_bucket.this`, as the hosted service writes addresses of modules. */
const stripModule = (address: string): string => address.replaceAll(/(^|\.)module\./g, '$1');
const publicRegistry = /^registry\.(?:terraform\.io|opentofu\.org)\//;

const renderInstance = (workspace: string, instance: StoredInstance, index: number): ResourceObject => ({
  id: `wsr-${workspace.slice('ws-'.length)}${String(index).padStart(4, '0')}`,
  type: 'resources',
  attributes: {
    address: stripModule(instance.address),
    name: instance.name,
    'created-at': instance.createdAt,
    'updated-at': instance.updatedAt,
    module: stripModule(instance.module),
    provider: instance.provider.replace(publicRegistry, ''),
    'provider-type': instance.type,
    'modified-by-state-version-id': instance.modifiedBy,
    'name-index': instance.index,
  },
});

const sortFields: { readonly [field: string]: (instance: StoredInstance) => string } = {
  name: ({ name }) => name,
  nameIndex: ({ index }) => index ?? '',
  provider: ({ provider }) => provider,
  providerType: ({ type }) => type,
  module: ({ module }) => module,
  updatedAt: ({ updatedAt }) => updatedAt,
};
const sortOrders = Object.keys(sortFields).flatMap((field) => [`${field}:asc`, `${field}:desc`]);

type Numbered = readonly { readonly instance: StoredInstance; readonly index: number }[];
/** Sorts by the parameter `sort`; without it in the state's order. Throws 400. */
const sortInstances = (ctx: RequestContext, list: Numbered): Numbered => {
  const sort = ctx.query.get('sort');
  if (!sort) return list;
  if (!sortOrders.includes(sort)) throw badRequest(`expected ${sortOrders.join(', ')}`, 'sort');
  const [field, direction] = sort.split(':') as [string, string];
  const read = sortFields[field]!;
  const sign = direction === 'desc' ? -1 : 1;
  return [...list].sort((a, b) => sign * read(a.instance).localeCompare(read(b.instance), 'en', { numeric: true }));
};

/** Lists the resources that the current state manages. */
const listResourcesOfState = async (ctx: RequestContext): Promise<RouteResponse> => {
  const {
    id,
    body: { currentStateVersion },
  } = await requireWorkspace(ctx, 'read-state-versions');
  const page = parsePage(ctx);
  const current = currentStateVersion === null ? undefined : await ctx.tx.get<StoredStateVersion>('state-versions', currentStateVersion);
  const instances = current ? await loadInstances(ctx.tx, current) : [];
  const q = (ctx.query.get('q') ?? '').toLowerCase();
  const numbered = instances.map((instance, index) => ({ instance, index }));
  const documents = sortInstances(
    ctx,
    numbered.filter(({ instance }) => instance.address.toLowerCase().includes(q)),
  );
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
      query: {
        ...listParameters,
        q: textParameter('A part of the address.'),
        sort: { doc: 'The field and the direction.', schema: { enum: sortOrders } },
      },
      responses: { 200: describeResponseList(shape) },
    },
  }),
];
