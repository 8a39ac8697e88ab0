import type { ResourceObject } from '../../json-api/resource-object.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { listResources } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { conflict, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction, ReadTransaction } from '../../store/store.ts';
import { requireOrganizationRight, requireOrganization, requireMemberRecord } from '../../access/permissions.ts';
import { buildModuleKey, type ModuleSource, type StoredRegistryModule } from './stored.ts';

const buildModulePath = (body: StoredRegistryModule): string =>
  `/api/v2/organizations/${body.organization}/registry-modules/${buildModuleKey(body)}`;

/** A repository, in the specification's words. */
const renderSource = ({ identifier, displayIdentifier, oauthTokenId, installationId, branch, tags }: ModuleSource) => ({
  identifier,
  'display-identifier': displayIdentifier,
  'oauth-token-id': oauthTokenId,
  'codehost-app-installation-id': installationId,
  branch: branch ?? '',
  tags,
});

export const renderRegistryModule = async (
  tx: ReadTransaction,
  { id, body }: StoredRecord<StoredRegistryModule>,
): Promise<ResourceObject> => {
  const offers = await tx.list({ kind: 'no-code-modules', scope: body.organization, keys: [id] });
  return {
    id,
    type: 'registry-modules',
    attributes: {
      name: body.name,
      namespace: body.namespace,
      provider: body.provider,
      'registry-name': body.registryName,
      status: body.versions.some(({ status }) => status === 'ok') ? 'setup_complete' : 'pending',
      'version-statuses': body.versions.map(({ version, status }) => ({ version, status })),
      'no-code': offers.total > 0,
      'created-at': body.createdAt,
      'updated-at': body.updatedAt,
      ...(body.source
        ? { 'vcs-repo': renderSource(body.source), 'publishing-mechanism': body.source.branch === null ? 'git_tag' : 'branch' }
        : {}),
    },
    relationships: {
      organization: { data: { id: body.organization, type: 'organizations' } },
      'no-code-modules': { data: offers.records.map((offer) => ({ id: offer.id, type: 'no-code-modules' })) },
    },
    links: { self: buildModulePath(body) },
  };
};

/** The module of the path, by `{id}` or by its names. */
export const requireRegistryModule = async (ctx: RequestContext, managing = false): Promise<StoredRecord<StoredRegistryModule>> => {
  const { id, organization_name: organization, registry_name: registryName, namespace, name, provider } = ctx.params;
  const found =
    id === undefined
      ? await ctx.tx.getByKey<StoredRegistryModule>('registry-modules', organization!, `${registryName}/${namespace}/${name}/${provider}`)
      : await ctx.tx.get<StoredRegistryModule>('registry-modules', id);
  return requireMemberRecord(ctx, found, `the registry module ${id ?? `${namespace}/${name}/${provider}`}`, managing && 'manage-modules');
};

/** A module without versions; 422 for what is no name, or taken. */
export const insertRegistryModule = async (
  ctx: RequestContext<Transaction>,
  input: Omit<StoredRegistryModule, 'versions' | 'createdAt' | 'updatedAt'>,
  pointer = '',
): Promise<StoredRecord<StoredRegistryModule>> => {
  const now = ctx.clock.now().toISOString();
  const body: StoredRegistryModule = { ...input, versions: [], createdAt: now, updatedAt: now };
  throwIfInvalid(
    (['namespace', 'name', 'provider'] as const)
      .filter((part) => !/^[A-Za-z0-9_-]{1,64}$/.test(body[part]))
      .map((part) => ({
        detail: `"${body[part]}" is no name: expected 1 to 64 letters, digits, - and _`,
        pointer: pointer || `/data/attributes/${part}`,
      })),
  );
  const key = buildModuleKey(body);
  if (await ctx.tx.getByKey('registry-modules', body.organization, key))
    throw unprocessable(`the module ${key} has already been taken`, pointer || '/data/attributes/name');
  return ctx.tx.insert<StoredRegistryModule>({
    id: ctx.newId('mod'),
    kind: 'registry-modules',
    scope: body.organization,
    key,
    name: body.name,
    body,
  });
};

const createRegistryModule = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const {
    body: { name: organization },
  } = await requireOrganization(ctx);
  requireOrganizationRight(ctx, organization, 'manage-modules');
  const { attributes } = parseDocument(ctx, 'registry-modules');
  throwIfInvalid(validateTypes(attributes, { name: 'text!', provider: 'text!', namespace: 'text', 'registry-name': 'text' }, true));
  const registryName = (attributes['registry-name'] ?? 'private') as StoredRegistryModule['registryName'];
  if (!['private', 'public'].includes(registryName)) throw unprocessable('expected private or public', '/data/attributes/registry-name');
  return createdDocument(
    await renderRegistryModule(
      ctx.tx,
      await insertRegistryModule(ctx, {
        organization,
        registryName,
        namespace: (attributes['namespace'] as string | undefined) ?? organization,
        name: attributes['name'] as string,
        provider: attributes['provider'] as string,
      }),
    ),
  );
};

const deleteRegistryModule = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const module = await requireRegistryModule(ctx, true);
  if ((await ctx.tx.count({ kind: 'no-code-modules', scope: module.scope, keys: [module.id] })) > 0)
    throw conflict('this module is enabled for no-code provisioning; remove its no-code module first');
  for (const { id } of (await ctx.tx.list({ kind: 'module-packages', scope: module.id })).records)
    await ctx.tx.delete('module-packages', id);
  await ctx.tx.delete('registry-modules', module.id);
  return noContent;
};

const modulePath = '/organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}/{provider}';
const showRegistryModule = async (ctx: RequestContext): Promise<RouteResponse> =>
  okDocument(await renderRegistryModule(ctx.tx, await requireRegistryModule(ctx)));

export const routes = [
  route('POST /organizations/{organization_name}/registry-modules', createRegistryModule),
  route('GET /organizations/{organization_name}/registry-modules', async (ctx) => {
    const {
      body: { name: scope },
    } = await requireOrganization(ctx);
    const nameContains = ctx.query.get('q');
    return listResources<StoredRegistryModule>(
      ctx,
      { kind: 'registry-modules', scope, ...(nameContains ? { nameContains } : {}) },
      (records) => Promise.all(records.map((one) => renderRegistryModule(ctx.tx, one))),
    );
  }),
  route('GET /registry-modules/show/{id}', showRegistryModule),
  route('GET /registry-modules/{id}', showRegistryModule),
  route(`GET ${modulePath}`, showRegistryModule),
  route(`DELETE ${modulePath}`, deleteRegistryModule),
];
