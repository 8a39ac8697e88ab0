import type { ResourceObject } from '../../json-api/resource-object.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { type JsonObject, parseToMany, parseToOne, parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type DocumentLoaders, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { hasOrganizationRight, requireOrganization } from '../../access/permissions.ts';
import type { StoredRegistryModule } from '../registry/stored.ts';
import { resolveModuleVersion } from '../registry/versions.ts';
import { deleteNoCodeDescription, enableModuleDescription, readNoCodeDescription, updateNoCodeDescription } from './descriptions.ts';
import { refuseWhileProvisioned } from './offer-module.ts';
import { requireNoCodeModule, rejectOrganizationToken } from './require-no-code-module.ts';
import { parseVariableOptions, renderVariableOption } from './variable-options.ts';
import type { StoredNoCodeModule } from './stored.ts';
import { markUpgradesAvailable } from './upgrade-available.ts';

const renderNoCodeModule = (noCodeModule: StoredRecord<StoredNoCodeModule>): ResourceObject => ({
  id: noCodeModule.id,
  type: 'no-code-modules',
  attributes: { enabled: noCodeModule.body.enabled, 'version-pin': noCodeModule.body.versionPin },
  relationships: {
    organization: {
      data: { id: noCodeModule.scope, type: 'organizations' },
      links: { related: `/api/v2/organizations/${noCodeModule.scope}` },
    },
    'registry-module': { data: { id: noCodeModule.body.module, type: 'registry-modules' } },
    'variable-options': { data: noCodeModule.body.options.map(({ id }) => ({ id, type: 'variable-options' })) },
  },
  links: { self: `/api/v2/no-code-modules/${noCodeModule.id}` },
});

/** No-code modules of the caller's organizations, for `include`. */
export const loadNoCodeModules: DocumentLoaders[string] = async (ctx, ids) => {
  // Reading one refuses the token of an organization, too.
  if (ctx.caller.kind === 'organization') return [];
  const own = new Set(ctx.caller.memberships.map(({ organization }) => organization));
  const records = await ctx.tx.getMany<StoredNoCodeModule>('no-code-modules', ids);
  return records.filter(({ scope }) => own.has(scope)).map(renderNoCodeModule);
};

/** Options of variables of no-code modules of the caller's organizations, for `include`. */
export const loadVariableOptions: DocumentLoaders[string] = async (ctx, ids) => {
  const wanted = new Set(ids);
  const scope = ctx.caller.memberships.map(({ organization }) => organization);
  const { records } = await ctx.tx.list<StoredNoCodeModule>({ kind: 'no-code-modules', scope });
  return records.flatMap((record) =>
    record.body.options.filter(({ id }) => wanted.has(id)).map((option) => renderVariableOption(record, option)),
  );
};

const parseRegistryModule = async (
  ctx: RequestContext,
  organization: string,
  relationships: JsonObject,
): Promise<StoredRecord<StoredRegistryModule> | undefined> => {
  const reference = parseToOne(ctx, relationships, 'registry-module', 'registry-module', 'registry-modules');
  const pointer = '/data/relationships/registry-module/data';
  if (reference === null) throw unprocessable('a no-code module needs a registry module', pointer);
  if (reference === undefined) return undefined;
  const module = await ctx.tx.get<StoredRegistryModule>('registry-modules', reference.id);
  if (module?.scope !== organization)
    throw unprocessable(`${reference.id} is no registry module of the organization "${organization}"`, `${pointer}/id`);
  // The hosted service enables a module that has no finished version; workspaces are made once there is one.
  if (ctx.dialect === 'neutral' && !resolveModuleVersion(module.body, null))
    throw unprocessable(`${reference.id} has no version yet`, `${pointer}/id`);
  return module;
};

const createAlreadyEnabledProblem = (module: string) =>
  unprocessable(`${module} is enabled for no-code provisioning already`, '/data/relationships/registry-module/data/id');

/** The hosted service also pins a version whose files are still to come, as long as the module has none that has them. */
const canPin = ({ dialect }: RequestContext, module: StoredRegistryModule, pin: string | null): boolean => {
  if (resolveModuleVersion(module, pin)) return true;
  return dialect === 'hosted' && !resolveModuleVersion(module, null) && module.versions.some(({ version }) => version === pin);
};

const parseVersionPin = (ctx: RequestContext, module: StoredRegistryModule, attributes: JsonObject): string | undefined => {
  const pin = attributes['version-pin'] as string | null | undefined;
  if (pin === undefined || pin === null || pin === '') return undefined;
  if (!canPin(ctx, module, pin))
    throw unprocessable(
      `the module has no version "${pin}"; it has ${module.versions
        .filter(({ status }) => status === 'ok')
        .map((one) => one.version)
        .join(', ')}`,
      '/data/attributes/version-pin',
    );
  return pin;
};

const requireTypes = (attributes: JsonObject) =>
  throwIfInvalid(validateTypes(attributes, { enabled: 'flag', 'version-pin': 'text?' }, false));

const enableModule = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const {
    body: { name: organization },
  } = await requireOrganization(ctx);
  rejectOrganizationToken(ctx);
  if (!hasOrganizationRight(ctx, organization, 'manage-modules')) throw notFound(`the organization "${organization}"`);
  const { attributes, relationships } = parseDocument(ctx, 'no-code-modules');
  requireTypes(attributes);
  const module = await parseRegistryModule(ctx, organization, relationships);
  if (!module) throw unprocessable('expected {"data": {"type": "registry-module", "id"}}', '/data/relationships/registry-module');
  if (await ctx.tx.getByKey('no-code-modules', organization, module.id)) throw createAlreadyEnabledProblem(module.id);
  const versionPin = parseVersionPin(ctx, module.body, attributes) ?? resolveModuleVersion(module.body, null)?.version ?? null;
  const options = parseVariableOptions(
    ctx,
    [],
    parseToMany(ctx, relationships, 'variable-options', 'variable-options') ?? [],
    resolveModuleVersion(module.body, versionPin),
  );
  const body: StoredNoCodeModule = {
    organization,
    module: module.id,
    enabled: (attributes['enabled'] as boolean | undefined) ?? ctx.dialect === 'hosted',
    versionPin,
    options,
  };
  const noCodeModule = await ctx.tx.insert<StoredNoCodeModule>({
    id: ctx.newId('nocode'),
    kind: 'no-code-modules',
    scope: organization,
    key: module.id,
    name: module.body.name,
    body,
  });
  return ctx.dialect === 'hosted' ? createdDocument(renderNoCodeModule(noCodeModule)) : okDocument(renderNoCodeModule(noCodeModule));
};

const updateNoCodeModule = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const noCodeModule = await requireNoCodeModule(ctx, true);
  const { attributes, relationships } = parseDocument(ctx, 'no-code-modules');
  requireTypes(attributes);
  const module =
    (await parseRegistryModule(ctx, noCodeModule.scope, relationships)) ??
    (await ctx.tx.get<StoredRegistryModule>('registry-modules', noCodeModule.body.module))!;
  const another = module.id !== noCodeModule.body.module;
  if (another && (await ctx.tx.getByKey('no-code-modules', noCodeModule.scope, module.id))) throw createAlreadyEnabledProblem(module.id);
  // Members that are not sent are kept (spec 1), unless the new module does not have the pinned version.
  const versionPin =
    parseVersionPin(ctx, module.body, attributes) ??
    (canPin(ctx, module.body, noCodeModule.body.versionPin)
      ? noCodeModule.body.versionPin
      : (resolveModuleVersion(module.body, null)?.version ?? null));
  const options = parseVariableOptions(
    ctx,
    noCodeModule.body.options,
    parseToMany(ctx, relationships, 'variable-options', 'variable-options') ?? [],
    resolveModuleVersion(module.body, versionPin),
  );
  const next = await ctx.tx.update<StoredNoCodeModule>(noCodeModule, {
    key: module.id,
    name: module.body.name,
    body: {
      ...noCodeModule.body,
      module: module.id,
      enabled: (attributes['enabled'] as boolean | undefined) ?? noCodeModule.body.enabled,
      versionPin,
      options,
    },
  });
  await markUpgradesAvailable(ctx.tx, module);
  return okDocument(renderNoCodeModule(next));
};

export const routes = [
  route('POST /organizations/{organization_name}/no-code-modules', enableModule, { description: enableModuleDescription }),
  route('PATCH /no-code-modules/{id}', updateNoCodeModule, { description: updateNoCodeDescription }),
  route(
    'GET /no-code-modules/{id}',
    async (ctx) => {
      return okDocument(renderNoCodeModule(await requireNoCodeModule(ctx, false)));
    },
    { description: readNoCodeDescription },
  ),
  route(
    'DELETE /no-code-modules/{id}',
    async (ctx) => {
      const noCodeModule = await requireNoCodeModule(ctx, true);
      await refuseWhileProvisioned(ctx.tx, noCodeModule);
      await ctx.tx.delete('no-code-modules', noCodeModule.id);
      return noContent;
    },
    { description: deleteNoCodeDescription },
  ),
];
