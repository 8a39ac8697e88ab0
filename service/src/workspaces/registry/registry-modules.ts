import { validateTypes } from '../../json-api/validate-types.ts';
import { listResources } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, okDocument } from '../../json-api/responses.ts';
import { throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { DuplicateKey, type StoredRecord, type Transaction } from '../../store/store.ts';
import { requireOrganizationRight, requireOrganization, requireMemberRecord } from '../../access/permissions.ts';
import { offerModule } from '../no-code/offer-module.ts';
import { createModule, listModules, readModule } from './descriptions.ts';
import { renderRegistryModule, renderRegistryModules } from './render-module.ts';
import { buildModuleKey, type StoredRegistryModule } from './stored.ts';

/** The module of the path, by `{id}` or by its names. */
export const requireRegistryModule = async (ctx: RequestContext, managing = false): Promise<StoredRecord<StoredRegistryModule>> => {
  const { id, organization_name: organization, registry_name: registryName, namespace, name, provider } = ctx.params;
  const found =
    id === undefined
      ? await ctx.tx.getByKey<StoredRegistryModule>('registry-modules', organization!, `${registryName}/${namespace}/${name}/${provider}`)
      : await ctx.tx.get<StoredRegistryModule>('registry-modules', id);
  return requireMemberRecord(ctx, found, `the registry module ${id ?? `${namespace}/${name}/${provider}`}`, managing && 'manage-modules');
};

/** A module, without versions unless it begins with some; 422 for what is no name, or taken. */
export const insertRegistryModule = async (
  ctx: RequestContext<Transaction>,
  input: Omit<StoredRegistryModule, 'versions' | 'createdAt' | 'updatedAt'> & Partial<Pick<StoredRegistryModule, 'versions'>>,
  pointer = '',
): Promise<StoredRecord<StoredRegistryModule>> => {
  const now = ctx.clock.now().toISOString();
  const body: StoredRegistryModule = { versions: [], ...input, createdAt: now, updatedAt: now };
  throwIfInvalid(
    (['namespace', 'name', 'provider'] as const)
      .filter((part) => !/^[A-Za-z0-9_-]{1,64}$/.test(body[part]))
      .map((part) => ({
        detail: `"${body[part]}" is no name: expected 1 to 64 letters, digits, - and _`,
        pointer: pointer || `/data/attributes/${part}`,
      })),
  );
  const key = buildModuleKey(body);
  const record = { id: ctx.newId('mod'), kind: 'registry-modules', scope: body.organization, key, name: body.name, body };
  try {
    return await ctx.tx.insert<StoredRegistryModule>(record);
  } catch (error) {
    if (!(error instanceof DuplicateKey)) throw error;
    throw unprocessable(`the module ${key} has already been taken`, pointer || '/data/attributes/name');
  }
};

const createRegistryModule = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const {
    body: { name: organization },
  } = await requireOrganization(ctx);
  requireOrganizationRight(ctx, organization, 'manage-modules');
  const { attributes } = parseDocument(ctx, 'registry-modules');
  throwIfInvalid(
    validateTypes(attributes, { name: 'text!', provider: 'text!', namespace: 'text', 'registry-name': 'text', 'no-code': 'flag' }, true),
  );
  const registryName = (attributes['registry-name'] ?? 'private') as StoredRegistryModule['registryName'];
  if (!['private', 'public'].includes(registryName)) throw unprocessable('expected private or public', '/data/attributes/registry-name');
  const module = await insertRegistryModule(ctx, {
    organization,
    registryName,
    namespace: (attributes['namespace'] as string | undefined) ?? organization,
    name: attributes['name'] as string,
    provider: attributes['provider'] as string,
  });
  if (attributes['no-code'] === true) await offerModule(ctx, module);
  return createdDocument(await renderRegistryModule(ctx, module));
};

const modulePath = '/organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}/{provider}';
/** Responds with the module of the path. Throws 404. */
export const showRegistryModule = async (ctx: RequestContext): Promise<RouteResponse> =>
  okDocument(await renderRegistryModule(ctx, await requireRegistryModule(ctx)));

export const routes = [
  route('POST /organizations/{organization_name}/registry-modules', createRegistryModule, { description: createModule }),
  route(
    'GET /organizations/{organization_name}/registry-modules',
    async (ctx) => {
      const {
        body: { name: scope },
      } = await requireOrganization(ctx);
      const nameContains = ctx.query.get('q');
      const body = Object.entries({ provider: 'provider', registry_name: 'registryName', organization_name: 'organization' }).flatMap(
        ([name, path]) => {
          const value = ctx.query.get(`filter[${name}]`);
          return value ? [{ path, is: value }] : [];
        },
      );
      return listResources<StoredRegistryModule>(
        ctx,
        { kind: 'registry-modules', scope, ...(nameContains ? { nameContains } : {}), ...(body.length > 0 ? { body } : {}) },
        (records) => renderRegistryModules(ctx, records),
      );
    },
    { description: listModules },
  ),
  route('GET /registry-modules/show/{id}', showRegistryModule, { description: readModule }),
  route('GET /registry-modules/{id}', showRegistryModule, { description: readModule }),
  route(`GET ${modulePath}`, showRegistryModule, { description: readModule }),
];
