import type { ResourceObject } from '../../json-api/resource-object.ts';
import { loadIncluded, parseInclude } from '../../json-api/include.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { type JsonObject, parseToMany, parseToOne, parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { conflict, notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { hasOrganizationRight, requireOrganization } from '../../access/permissions.ts';
import type { StoredRegistryModule } from '../registry/stored.ts';
import { resolveModuleVersion } from '../registry/versions.ts';
import { requireNoCodeModule, rejectOrganizationToken } from './require-no-code-module.ts';
import { parseVariableOptions, renderVariableOption } from './variable-options.ts';
import type { StoredNoCodeModule } from './stored.ts';
import { markUpgradesAvailable } from './upgrade-available.ts';

const renderNoCodeModule = (offer: StoredRecord<StoredNoCodeModule>): ResourceObject => ({
  id: offer.id,
  type: 'no-code-modules',
  attributes: { enabled: offer.body.enabled, 'version-pin': offer.body.versionPin },
  relationships: {
    organization: { data: { id: offer.scope, type: 'organizations' }, links: { related: `/api/v2/organizations/${offer.scope}` } },
    'registry-module': { data: { id: offer.body.module, type: 'registry-modules' } },
    'variable-options': { data: offer.body.options.map(({ id }) => ({ id, type: 'variable-options' })) },
  },
  links: { self: `/api/v2/no-code-modules/${offer.id}` },
});

const parseRegistryModule = async (
  asking: RequestContext,
  organization: string,
  relationships: JsonObject,
): Promise<StoredRecord<StoredRegistryModule> | undefined> => {
  const named = parseToOne(relationships, 'registry-module', 'registry-module', 'registry-modules');
  const pointer = '/data/relationships/registry-module/data';
  if (named === null) throw unprocessable('a no-code module stands on a registry module', pointer);
  if (named === undefined) return undefined;
  const module = await asking.tx.get<StoredRegistryModule>('registry-modules', named.id);
  if (module?.scope !== organization)
    throw unprocessable(`${named.id} is no registry module of the organization "${organization}"`, `${pointer}/id`);
  if (!resolveModuleVersion(module.body, null)) throw unprocessable(`${named.id} has no version yet`, `${pointer}/id`);
  return module;
};

const createAlreadyEnabledProblem = (module: string) =>
  unprocessable(`${module} is enabled for no-code provisioning already`, '/data/relationships/registry-module/data/id');

const parseVersionPin = (module: StoredRegistryModule, attributes: JsonObject): string | undefined => {
  const pin = attributes['version-pin'] as string | null | undefined;
  if (pin === undefined || pin === null || pin === '') return undefined;
  if (!resolveModuleVersion(module, pin))
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

const enableModule = async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
  const {
    body: { name: organization },
  } = await requireOrganization(asking);
  rejectOrganizationToken(asking);
  if (!hasOrganizationRight(asking, organization, 'manage-modules')) throw notFound(`the organization "${organization}"`);
  const { attributes, relationships } = parseDocument(asking, 'no-code-modules');
  requireTypes(attributes);
  const module = await parseRegistryModule(asking, organization, relationships);
  if (!module) throw unprocessable('expected {"data": {"type": "registry-module", "id"}}', '/data/relationships/registry-module');
  if (await asking.tx.getByKey('no-code-modules', organization, module.id)) throw createAlreadyEnabledProblem(module.id);
  const versionPin = parseVersionPin(module.body, attributes) ?? resolveModuleVersion(module.body, null)!.version;
  const options = parseVariableOptions(
    asking,
    [],
    parseToMany(relationships, 'variable-options', 'variable-options') ?? [],
    resolveModuleVersion(module.body, versionPin),
  );
  const body: StoredNoCodeModule = {
    organization,
    module: module.id,
    enabled: (attributes['enabled'] as boolean | undefined) ?? false,
    versionPin,
    options,
  };
  const offer = await asking.tx.insert<StoredNoCodeModule>({
    id: asking.newId('nocode'),
    kind: 'no-code-modules',
    scope: organization,
    key: module.id,
    name: module.body.name,
    body,
  });
  return asking.dialect === 'hosted' ? createdDocument(renderNoCodeModule(offer)) : okDocument(renderNoCodeModule(offer));
};

const updateNoCodeModule = async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
  const offer = await requireNoCodeModule(asking, true);
  const { attributes, relationships } = parseDocument(asking, 'no-code-modules');
  requireTypes(attributes);
  const module =
    (await parseRegistryModule(asking, offer.scope, relationships)) ??
    (await asking.tx.get<StoredRegistryModule>('registry-modules', offer.body.module))!;
  const another = module.id !== offer.body.module;
  if (another && (await asking.tx.getByKey('no-code-modules', offer.scope, module.id))) throw createAlreadyEnabledProblem(module.id);
  // What is not sent is kept (spec 1), unless the other module does not have that version.
  const versionPin =
    parseVersionPin(module.body, attributes) ??
    (resolveModuleVersion(module.body, offer.body.versionPin) ? offer.body.versionPin : resolveModuleVersion(module.body, null)!.version);
  const options = parseVariableOptions(
    asking,
    offer.body.options,
    parseToMany(relationships, 'variable-options', 'variable-options') ?? [],
    resolveModuleVersion(module.body, versionPin),
  );
  const next = await asking.tx.update<StoredNoCodeModule>(offer, {
    key: module.id,
    name: module.body.name,
    body: {
      ...offer.body,
      module: module.id,
      enabled: (attributes['enabled'] as boolean | undefined) ?? offer.body.enabled,
      versionPin,
      options,
    },
  });
  await markUpgradesAvailable(asking.tx, module);
  return okDocument(renderNoCodeModule(next));
};

export const routes = [
  route('POST /organizations/{organization_name}/no-code-modules', enableModule),
  route('PATCH /no-code-modules/{id}', updateNoCodeModule),
  route('GET /no-code-modules/{id}', async (asking) => {
    parseInclude(asking, ['variable_options']);
    const offer = await requireNoCodeModule(asking, false);
    return okDocument(
      renderNoCodeModule(offer),
      await loadIncluded(asking, { variable_options: async () => offer.body.options.map((one) => renderVariableOption(offer, one)) }, [
        offer,
      ]),
    );
  }),
  route('DELETE /no-code-modules/{id}', async (asking) => {
    const offer = await requireNoCodeModule(asking, true);
    const made = await asking.tx.count({ kind: 'workspaces', scope: offer.scope, body: [{ path: 'noCode.module', is: offer.id }] });
    if (made > 0)
      throw conflict(
        `${made} workspace${made === 1 ? ' was' : 's were'} made of this no-code module; delete ${made === 1 ? 'it' : 'them'} first`,
      );
    await asking.tx.delete('no-code-modules', offer.id);
    return noContent;
  }),
];
