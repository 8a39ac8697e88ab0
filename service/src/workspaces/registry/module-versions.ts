import { newAddressSecret } from '../new-address-secret.ts';
import { hasOrganizationRight } from '../../access/permissions.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import { okDocuments, createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { isObject, type JsonObject, parseDocument } from '../../json-api/parse-document.ts';
import { conflict, type ErrorObject, notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { markUpgradesAvailable } from '../no-code/upgrade-available.ts';
import { deletePackage } from './package-content.ts';
import { addVersion, deleteVersion, listVersions, readVersion } from './descriptions.ts';
import { buildPackageAddress } from './package-addresses.ts';
import { requireRegistryModule } from './registry-modules.ts';
import type { ModuleVariable, ModuleVersion, StoredRegistryModule } from './stored.ts';
import { isModuleVersion, compareNewestFirst } from './versions.ts';

const renderModuleVersion = (ctx: RequestContext, module: string, version: ModuleVersion, mayUpload: boolean): ResourceObject => ({
  id: `modver-${module.slice('mod-'.length)}-${version.version}`,
  type: 'registry-module-versions',
  attributes: {
    version: version.version,
    status: version.status,
    variables: version.variables,
    resources: version.resources,
    'created-at': version.createdAt,
    'updated-at': version.updatedAt ?? version.createdAt,
    ...(version.commit === undefined ? {} : { 'commit-sha': version.commit }),
  },
  relationships: { 'registry-module': { data: { id: module, type: 'registry-modules' } } },
  ...(mayUpload && version.status === 'pending' && version.secret !== undefined
    ? { links: { upload: buildPackageAddress(ctx, module, version, 'upload') } }
    : {}),
});

const validateModuleVariables = (variables: unknown, pointer: string): ErrorObject[] => {
  if (!Array.isArray(variables)) return [{ detail: 'expected a list of {"name", "type", "required"}', pointer }];
  return variables.flatMap((one: unknown, index) =>
    isObject(one) && typeof one['name'] === 'string' && one['name'] !== ''
      ? []
      : [{ detail: 'expected {"name", "type", "required"}', pointer: `${pointer}/${index}` }],
  );
};

/**
 * A version with what another service would read from the module's files. This one reads no files, so the request carries `variables`
 * and `resources` (beyond the specification). Throws 422.
 */
export const parseModuleVersion = (attributes: JsonObject, now: string, pointer: string): ModuleVersion => {
  const { version, variables = [], resources = 0, 'commit-sha': commit } = attributes;
  if (!isModuleVersion(version))
    throw unprocessable(`expected a version such as 1.2.0, got ${JSON.stringify(version ?? null)}`, `${pointer}/version`);
  throwIfInvalid(validateModuleVariables(variables, `${pointer}/variables`));
  if (!Number.isInteger(resources) || (resources as number) < 0) throw unprocessable('expected a whole number', `${pointer}/resources`);
  if (commit !== undefined && commit !== null && typeof commit !== 'string') throw unprocessable('expected text', `${pointer}/commit-sha`);
  return {
    version,
    ...(commit ? { commit } : {}),
    status: 'ok',
    resources: resources as number,
    createdAt: now,
    variables: (variables as readonly Partial<ModuleVariable>[]).map((one) => ({
      ...one,
      name: one.name!,
      type: one.type ?? 'string',
      required: one.required ?? one.default === undefined,
    })),
  };
};

/** Adds a version to the module of the path. Throws 404, 422. */
export const addModuleVersion = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const module = await requireRegistryModule(ctx, true);
  const { attributes } = parseDocument(ctx, 'registry-module-versions');
  const now = ctx.clock.now().toISOString();
  const parsed = parseModuleVersion(attributes, now, '/data/attributes');
  // A client of the hosted service sends no variables: it uploads the files and waits until the version is available.
  const waits = ctx.dialect === 'hosted' && attributes['variables'] === undefined;
  const version: ModuleVersion = waits ? { ...parsed, status: 'pending', secret: newAddressSecret(ctx) } : parsed;
  if (module.body.versions.some((one) => one.version === version.version))
    throw unprocessable(`the version ${version.version} has already been taken`, '/data/attributes/version');
  const body = { ...module.body, versions: [...module.body.versions, version].sort(compareNewestFirst), updatedAt: now };
  await Promise.all([ctx.tx.update<StoredRegistryModule>(module, { body }), markUpgradesAvailable(ctx.tx, { ...module, body })]);
  return createdDocument(renderModuleVersion(ctx, module.id, version, true));
};

/** Whether the caller could create a version, and therefore gets its upload addresses. */
const mayAddVersions = (ctx: RequestContext, { scope }: StoredRecord<StoredRegistryModule>): boolean =>
  hasOrganizationRight(ctx, scope, 'manage-modules');

/** The version that the query names, or the path. */
const requireModuleVersion = (ctx: RequestContext, versions: readonly ModuleVersion[]): ModuleVersion => {
  const requestedVersion = ctx.params['version'] ?? ctx.query.get('module_version') ?? '';
  const found = versions.find(({ version }) => version === requestedVersion);
  if (!found) throw notFound(`the version ${requestedVersion === '' ? 'of module_version' : requestedVersion} of this module`);
  return found;
};

/** Deletes the version of the path. Throws 404, 409. */
export const deleteModuleVersion = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const module = await requireRegistryModule(ctx, true);
  const { version } = requireModuleVersion(ctx, module.body.versions);
  if (
    (await ctx.tx.count({
      kind: 'no-code-modules',
      scope: module.scope,
      keys: [module.id],
      body: [{ path: 'versionPin', is: version }],
    })) > 0
  )
    throw conflict(`no-code workspaces are made of version ${version}; pin the no-code module to another first`);
  await deletePackage(ctx.tx, module.id, version);
  const next = await ctx.tx.update<StoredRegistryModule>(module, {
    body: {
      ...module.body,
      versions: module.body.versions.filter((one) => one.version !== version),
      updatedAt: ctx.clock.now().toISOString(),
    },
  });
  await markUpgradesAvailable(ctx.tx, next);
  return noContent;
};

const modulePath = '/organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}/{provider}';
const versionsPath = `${modulePath}/versions`;
export const routes = [
  route(`POST ${versionsPath}`, addModuleVersion, { description: addVersion }),
  route(
    `GET ${versionsPath}`,
    async (ctx) => {
      const module = await requireRegistryModule(ctx);
      const mayUpload = mayAddVersions(ctx, module);
      return okDocuments(module.body.versions.map((version) => renderModuleVersion(ctx, module.id, version, mayUpload)));
    },
    { description: listVersions },
  ),
  route(
    `GET ${modulePath}/version`,
    async (ctx) => {
      const found = await requireRegistryModule(ctx);
      return okDocument(renderModuleVersion(ctx, found.id, requireModuleVersion(ctx, found.body.versions), mayAddVersions(ctx, found)));
    },
    { description: readVersion },
  ),
  route(`DELETE ${modulePath}/{version}`, deleteModuleVersion, { description: deleteVersion }),
];
