import type { Doc } from '../../json-api/document.ts';
import { mistyped } from '../../json-api/mistyped.ts';
import { listed } from '../../json-api/page.ts';
import { sent } from '../../json-api/read.ts';
import { created, noContent, ok } from '../../json-api/reply.ts';
import { conflict, refuse, unprocessable } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Rec, Transaction, View } from '../../store/store.ts';
import { needIn, organizationHere, ofMember } from '../permissions.ts';
import { moduleKey, type ModuleSource, type RegistryModule } from './stored.ts';

const pathOf = (body: RegistryModule): string => `/api/v2/organizations/${body.organization}/registry-modules/${moduleKey(body)}`;

/** A repository, in the specification's words. */
const renderSource = ({ identifier, displayIdentifier, oauthTokenId, installationId, branch, tags }: ModuleSource) => ({
  identifier, 'display-identifier': displayIdentifier, 'oauth-token-id': oauthTokenId, 'codehost-app-installation-id': installationId, branch: branch ?? '', tags,
});

export const renderModule = async (tx: View, { id, body }: Rec<RegistryModule>): Promise<Doc> => {
  const offers = await tx.list({ kind: 'no-code-modules', scope: body.organization, keys: [id] });
  return {
    id, type: 'registry-modules',
    attributes: {
      name: body.name, namespace: body.namespace, provider: body.provider, 'registry-name': body.registryName, status: body.versions.some(({ status }) => status === 'ok') ? 'setup_complete' : 'pending',
      'version-statuses': body.versions.map(({ version, status }) => ({ version, status })), 'no-code': offers.total > 0,
      'created-at': body.createdAt, 'updated-at': body.updatedAt, ...(body.source ? { 'vcs-repo': renderSource(body.source), 'publishing-mechanism': body.source.branch === null ? 'git_tag' : 'branch' } : {}),
    },
    relationships: {
      organization: { data: { id: body.organization, type: 'organizations' } },
      'no-code-modules': { data: offers.records.map((offer) => ({ id: offer.id, type: 'no-code-modules' })) },
    },
    links: { self: pathOf(body) },
  };
};

/** The module of the path, by `{id}` or by its names. */
export const moduleHere = async (asking: Asking, managing = false): Promise<Rec<RegistryModule>> => {
  const { id, organization_name: organization, registry_name: registryName, namespace, name, provider } = asking.params;
  const found = id === undefined
    ? await asking.tx.byKey<RegistryModule>('registry-modules', organization!, `${registryName}/${namespace}/${name}/${provider}`)
    : await asking.tx.get<RegistryModule>('registry-modules', id);
  return ofMember(asking, found, `the registry module ${id ?? `${namespace}/${name}/${provider}`}`, managing && 'manage-modules');
};

/** A module without versions; 422 for what is no name, or taken. */
export const newModule = async (asking: Asking<Transaction>, given: Omit<RegistryModule, 'versions' | 'createdAt' | 'updatedAt'>, pointer = ''): Promise<Rec<RegistryModule>> => {
  const now = asking.clock.now().toISOString();
  const body: RegistryModule = { ...given, versions: [], createdAt: now, updatedAt: now };
  refuse((['namespace', 'name', 'provider'] as const).filter((part) => !/^[A-Za-z0-9_-]{1,64}$/.test(body[part]))
    .map((part) => ({ detail: `"${body[part]}" is no name: expected 1 to 64 letters, digits, - and _`, pointer: pointer || `/data/attributes/${part}` })));
  const key = moduleKey(body);
  if (await asking.tx.byKey('registry-modules', body.organization, key)) throw unprocessable(`the module ${key} has already been taken`, pointer || '/data/attributes/name');
  return asking.tx.insert<RegistryModule>({ id: asking.newId('mod'), kind: 'registry-modules', scope: body.organization, key, name: body.name, body });
};

const create = async (asking: Asking<Transaction>): Promise<Reply> => {
  const { body: { name: organization } } = await organizationHere(asking);
  needIn(asking, organization, 'manage-modules', `the organization "${organization}"`);
  const { attributes } = sent(asking, 'registry-modules');
  refuse(mistyped(attributes, { name: 'text!', provider: 'text!', namespace: 'text', 'registry-name': 'text' }, true));
  const registryName = (attributes['registry-name'] ?? 'private') as RegistryModule['registryName'];
  if (!['private', 'public'].includes(registryName)) throw unprocessable('expected private or public', '/data/attributes/registry-name');
  return created(await renderModule(asking.tx, await newModule(asking, {
    organization, registryName, namespace: (attributes['namespace'] as string | undefined) ?? organization, name: attributes['name'] as string, provider: attributes['provider'] as string,
  })));
};

const remove = async (asking: Asking<Transaction>): Promise<Reply> => {
  const module = await moduleHere(asking, true);
  if (await asking.tx.count({ kind: 'no-code-modules', scope: module.scope, keys: [module.id] }) > 0)
    throw conflict('this module is enabled for no-code provisioning; remove its no-code module first');
  for (const { id } of (await asking.tx.list({ kind: 'module-packages', scope: module.id })).records) await asking.tx.delete('module-packages', id);
  await asking.tx.delete('registry-modules', module.id);
  return noContent;
};

const named = '/organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}/{provider}';
const show = async (asking: Asking): Promise<Reply> => ok(await renderModule(asking.tx, await moduleHere(asking)));

export const routes = [
  route('POST /organizations/{organization_name}/registry-modules', create),
  route('GET /organizations/{organization_name}/registry-modules', async (asking) => {
    const { body: { name: scope } } = await organizationHere(asking);
    const nameContains = asking.query.get('q');
    return listed<RegistryModule>(asking, { kind: 'registry-modules', scope, ...(nameContains ? { nameContains } : {}) }, (records) => Promise.all(records.map((one) => renderModule(asking.tx, one))));
  }),
  route('GET /registry-modules/show/{id}', show),
  route('GET /registry-modules/{id}', show),
  route(`GET ${named}`, show),
  route(`DELETE ${named}`, remove),
];
