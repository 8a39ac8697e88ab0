import { freeObject, stringValue } from '../../http/body-schemas.ts';
import { requireMemberRecord, requireOrganization, requireOrganizationRight, hasOrganizationRight } from '../../access/permissions.ts';
import { Problem, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type OperationDescription, textParameter } from '../../http/operation-description.ts';
import { type DocumentLoaders, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import {
  type DocumentShape,
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  includeParameter,
  listParameters,
} from '../../json-api/describe-document.ts';
import { countNoPageIfEmpty, listResources } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { renderToMany, renderToOne, type ResourceObject } from '../../json-api/resource-object.ts';
import { createdDocument, noContent, okDocument, okDocuments } from '../../json-api/responses.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { deleteChildren } from '../../nouns/delete-record.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { bindingAttributes, bindingsDescription } from '../tags/descriptions.ts';
import { parseBindingRelationship } from '../tags/parse-tag-bindings.ts';
import { relateRegistryBindings, renderRegistryBindings } from '../tags/render-bindings.ts';
import type { StoredRegistryProvider } from './stored.ts';

export type ProviderRecord = StoredRecord<StoredRegistryProvider>;

const buildProviderKey = (of: Pick<StoredRegistryProvider, 'registryName' | 'namespace' | 'name'>): string =>
  `${of.registryName}/${of.namespace}/${of.name}`;

const renderRegistryProviders = async (ctx: RequestContext, records: readonly ProviderRecord[]): Promise<readonly ResourceObject[]> => {
  const ids = records.map(({ id }) => id);
  const versions = ids.length === 0 ? [] : (await ctx.tx.list({ kind: 'registry-provider-versions', scope: ids })).records;
  return records.map(({ id, body }) => ({
    id,
    type: 'registry-providers',
    attributes: {
      name: body.name,
      namespace: body.namespace,
      'registry-name': body.registryName,
      'created-at': body.createdAt,
      'updated-at': body.updatedAt,
      permissions: { 'can-delete': hasOrganizationRight(ctx, body.organization, 'manage-providers') },
    },
    relationships: {
      organization: renderToOne('organizations', body.organization),
      'registry-provider-versions': renderToMany(
        'registry-provider-versions',
        versions.filter(({ scope }) => scope === id).map((version) => version.id),
      ),
      'tag-bindings': relateRegistryBindings('registry-providers', { id, body }),
    },
    links: { self: `/api/v2/organizations/${body.organization}/registry-providers/${buildProviderKey(body)}` },
  }));
};

const renderOne = async (ctx: RequestContext, record: ProviderRecord): Promise<ResourceObject> =>
  (await renderRegistryProviders(ctx, [record]))[0]!;

/** Documents of providers for `include`. */
export const loadRegistryProviders: DocumentLoaders[string] = async (ctx, ids) => {
  const own = new Set(ctx.caller.memberships.map(({ organization }) => organization));
  const records = await ctx.tx.getMany<StoredRegistryProvider>('registry-providers', ids);
  return renderRegistryProviders(
    ctx,
    records.filter(({ scope }) => own.has(scope)),
  );
};

/** The provider of the path, by `{id}` or by its names. Throws 404. */
export const requireRegistryProvider = async (ctx: RequestContext, managing: boolean): Promise<ProviderRecord> => {
  const { id, organization_name: organization, registry_name: registryName, namespace, name } = ctx.params;
  const key = `${registryName}/${namespace}/${name}`;
  const found =
    id === undefined
      ? await ctx.tx.getByKey<StoredRegistryProvider>('registry-providers', organization!, key)
      : await ctx.tx.get<StoredRegistryProvider>('registry-providers', id);
  return requireMemberRecord(ctx, found, `the registry provider ${id ?? key}`, managing && 'manage-providers');
};

/** Clients of the hosted service compare these words. */
const createRegistryNameProblem = ({ dialect }: RequestContext, registryName: string | undefined): Problem => {
  const pointer = '/data/attributes/registry-name';
  const expected = dialect === 'hosted' ? '' : ': expected private or public';
  const unlisted = { detail: `Registry name is not included in the list${expected}`, pointer };
  return new Problem(422, registryName ? [unlisted] : [{ detail: "Registry name can't be blank", pointer }, unlisted]);
};

const createRegistryProvider = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const organization = (await requireOrganization(ctx)).body.name;
  requireOrganizationRight(ctx, organization, 'manage-providers');
  const { attributes } = parseDocument(ctx, 'registry-providers');
  throwIfInvalid(validateTypes(attributes, { name: 'text!', namespace: 'text!', 'registry-name': 'text' }, true));
  const { name, namespace, 'registry-name': registryName } = attributes as { readonly [name: string]: string };
  if (registryName !== 'private' && registryName !== 'public') throw createRegistryNameProblem(ctx, registryName);
  throwIfInvalid(
    Object.entries({ name: name!, namespace: namespace! })
      .filter(([, value]) => !/^[A-Za-z0-9_-]{1,64}$/.test(value))
      .map(([member]) => ({ detail: 'expected 1 to 64 letters, digits, - and _', pointer: `/data/attributes/${member}` })),
  );
  if (registryName === 'private' && namespace !== organization)
    throw unprocessable(
      `a private provider has the namespace of its organization: expected "${organization}"`,
      '/data/attributes/namespace',
    );
  const now = ctx.clock.now().toISOString();
  const body: StoredRegistryProvider = { organization, registryName, namespace: namespace!, name: name!, createdAt: now, updatedAt: now };
  const key = buildProviderKey(body);
  if (await ctx.tx.getByKey('registry-providers', organization, key))
    throw unprocessable(`the provider ${key} has already been taken`, '/data/attributes/name');
  const id = ctx.newId('prov');
  const record = await ctx.tx.insert({ id, kind: 'registry-providers', scope: organization, key, name: body.name, body });
  return createdDocument(await renderOne(ctx, record));
};

const listRegistryProviders = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { name: scope } = (await requireOrganization(ctx)).body;
  const nameContains = ctx.query.get('q');
  const body = (['registry_name', 'organization_name'] as const).flatMap((name) => {
    const value = ctx.query.get(`filter[${name}]`);
    return value ? [{ path: name === 'registry_name' ? 'registryName' : 'organization', is: value }] : [];
  });
  const listed = await listResources<StoredRegistryProvider>(
    ctx,
    { kind: 'registry-providers', scope, ...(nameContains ? { nameContains } : {}), ...(body.length > 0 ? { body } : {}) },
    (records) => renderRegistryProviders(ctx, records),
  );
  const page = countNoPageIfEmpty(ctx, listed);
  // The hosted service returns the relationship without "include" too.
  return ctx.query.get('include') ? page : { ...page, body: { ...(page.body as object), included: [] } };
};

/** Updates a provider: only its key-value tags can change; the ones that are sent replace the existing ones. */
const updateRegistryProvider = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const provider = await requireRegistryProvider(ctx, true);
  const { relationships } = parseDocument(ctx, 'registry-providers');
  const tags = parseBindingRelationship(ctx, relationships, provider.body.tags);
  if (!tags) return okDocument(await renderOne(ctx, provider));
  const body = { ...provider.body, tags, updatedAt: ctx.clock.now().toISOString() };
  return okDocument(await renderOne(ctx, await ctx.tx.update<StoredRegistryProvider>(provider, { body })));
};

const deleteRegistryProvider = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { id } = await requireRegistryProvider(ctx, true);
  await deleteChildren(ctx.tx, 'registry-providers', id);
  await ctx.tx.delete('registry-providers', id);
  return noContent;
};

const writable = { name: stringValue, namespace: stringValue, 'registry-name': { enum: ['private', 'public'] } };
const shape: DocumentShape = {
  type: 'registry-providers',
  attributes: { ...writable, 'created-at': stringValue, 'updated-at': stringValue, permissions: freeObject },
  required: ['name', 'namespace', 'registry-name', 'permissions'],
  relationships: {
    organization: { to: 'organizations' },
    'registry-provider-versions': { to: 'registry-provider-versions', many: true },
    'tag-bindings': { to: 'tag-bindings', many: true },
  },
};
const one = describeResponseDocument(shape);
const readDescription: OperationDescription = {
  summary: 'Reads a provider.',
  query: { include: includeParameter },
  responses: { 200: one },
};
export const providersPath = '/organizations/{organization_name}/registry-providers';
export const providerPath = `${providersPath}/{registry_name}/{namespace}/{name}`;

const showRegistryProvider = async (ctx: RequestContext): Promise<RouteResponse> =>
  okDocument(await renderOne(ctx, await requireRegistryProvider(ctx, false)));

/** The providers that an organization publishes, or curates from the public registry. */
export const routes = [
  route(`GET ${providersPath}`, listRegistryProviders, {
    description: {
      summary: 'Lists the providers of an organization.',
      query: {
        ...listParameters,
        q: textParameter('A part of the name.'),
        'filter[registry_name]': textParameter('private or public.'),
        'filter[organization_name]': textParameter('The name of the organization that publishes it.'),
      },
      responses: { 200: describeResponseList(shape) },
    },
  }),
  route(`POST ${providersPath}`, createRegistryProvider, {
    description: {
      summary: 'Creates a provider without versions.',
      request: describeRequestDocument({ type: 'registry-providers', attributes: writable, required: Object.keys(writable) }),
      responses: { 201: one },
    },
  }),
  route(`GET ${providerPath}`, showRegistryProvider, { description: readDescription }),
  route('GET /registry-providers/{id}', showRegistryProvider, { description: readDescription }),
  route(`PATCH ${providerPath}`, updateRegistryProvider, {
    description: {
      summary: 'Updates the key-value tags of a provider.',
      request: describeRequestDocument({
        type: 'registry-providers',
        attributes: {},
        relationships: { 'tag-bindings': { to: 'tag-bindings', many: true, attributes: bindingAttributes } },
      }),
      responses: { 200: one },
    },
  }),
  route(
    'GET /registry-providers/{id}/tag-bindings',
    async (ctx) => okDocuments(renderRegistryBindings('registry-providers', await requireRegistryProvider(ctx, false))),
    { description: bindingsDescription },
  ),
  route(`DELETE ${providerPath}`, deleteRegistryProvider, {
    description: { summary: 'Deletes a provider with its versions.', responses: { 204: null } },
  }),
];
