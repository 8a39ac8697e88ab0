import type { Doc } from '../../json-api/document.ts';
import { included, includeNames } from '../../json-api/include.ts';
import { mistyped } from '../../json-api/mistyped.ts';
import { type Json, manySent, oneSent, sent } from '../../json-api/read.ts';
import { created, noContent, ok } from '../../json-api/reply.ts';
import { conflict, notFound, refuse, unprocessable } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { mayIn, organizationHere } from '../permissions.ts';
import type { RegistryModule } from '../registry/stored.ts';
import { versionOf } from '../registry/versions.ts';
import { offerHere, refuseOrganizationToken } from './access.ts';
import { optionsSent, renderOption } from './options.ts';
import type { NoCodeModule } from './stored.ts';
import { markUpgrades } from './upgrade-available.ts';

const render = (offer: Rec<NoCodeModule>): Doc => ({
  id: offer.id, type: 'no-code-modules', attributes: { enabled: offer.body.enabled, 'version-pin': offer.body.versionPin },
  relationships: {
    organization: { data: { id: offer.scope, type: 'organizations' }, links: { related: `/api/v2/organizations/${offer.scope}` } },
    'registry-module': { data: { id: offer.body.module, type: 'registry-modules' } },
    'variable-options': { data: offer.body.options.map(({ id }) => ({ id, type: 'variable-options' })) },
  },
  links: { self: `/api/v2/no-code-modules/${offer.id}` },
});

const moduleSent = async (asking: Asking, organization: string, relationships: Json): Promise<Rec<RegistryModule> | undefined> => {
  const named = oneSent(relationships, 'registry-module', 'registry-module', 'registry-modules');
  const pointer = '/data/relationships/registry-module/data';
  if (named === null) throw unprocessable('a no-code module stands on a registry module', pointer);
  if (named === undefined) return undefined;
  const module = await asking.tx.get<RegistryModule>('registry-modules', named.id);
  if (module?.scope !== organization) throw unprocessable(`${named.id} is no registry module of the organization "${organization}"`, `${pointer}/id`);
  if (!versionOf(module.body, null)) throw unprocessable(`${named.id} has no version yet`, `${pointer}/id`);
  return module;
};

const taken = (module: string) => unprocessable(`${module} is enabled for no-code provisioning already`, '/data/relationships/registry-module/data/id');

const pinSent = (module: RegistryModule, attributes: Json): string | undefined => {
  const pin = attributes['version-pin'] as string | null | undefined;
  if (pin === undefined || pin === null || pin === '') return undefined;
  if (!versionOf(module, pin)) throw unprocessable(`the module has no version "${pin}"; it has ${module.versions.filter(({ status }) => status === 'ok').map((one) => one.version).join(', ')}`, '/data/attributes/version-pin');
  return pin;
};

const shapes = (attributes: Json) => refuse(mistyped(attributes, { enabled: 'flag', 'version-pin': 'text?' }, false));

const enable = async (asking: Asking<Transaction>): Promise<Reply> => {
  const { body: { name: organization } } = await organizationHere(asking);
  refuseOrganizationToken(asking);
  if (!mayIn(asking, organization, 'manage-modules')) throw notFound(`the organization "${organization}"`);
  const { attributes, relationships } = sent(asking, 'no-code-modules');
  shapes(attributes);
  const module = await moduleSent(asking, organization, relationships);
  if (!module) throw unprocessable('expected {"data": {"type": "registry-module", "id"}}', '/data/relationships/registry-module');
  if (await asking.tx.byKey('no-code-modules', organization, module.id)) throw taken(module.id);
  const versionPin = pinSent(module.body, attributes) ?? versionOf(module.body, null)!.version;
  const options = optionsSent(asking, [], manySent(relationships, 'variable-options', 'variable-options') ?? [], versionOf(module.body, versionPin));
  const body: NoCodeModule = { organization, module: module.id, enabled: (attributes['enabled'] as boolean | undefined) ?? false, versionPin, options };
  const offer = await asking.tx.insert<NoCodeModule>({ id: asking.newId('nocode'), kind: 'no-code-modules', scope: organization, key: module.id, name: module.body.name, body });
  return asking.profile === 'hosted' ? created(render(offer)) : ok(render(offer));
};

const update = async (asking: Asking<Transaction>): Promise<Reply> => {
  const offer = await offerHere(asking, true);
  const { attributes, relationships } = sent(asking, 'no-code-modules');
  shapes(attributes);
  const module = await moduleSent(asking, offer.scope, relationships) ?? (await asking.tx.get<RegistryModule>('registry-modules', offer.body.module))!;
  const another = module.id !== offer.body.module;
  if (another && await asking.tx.byKey('no-code-modules', offer.scope, module.id)) throw taken(module.id);
  // What is not sent is kept (spec 1), unless the other module does not have that version.
  const versionPin = pinSent(module.body, attributes) ?? (versionOf(module.body, offer.body.versionPin) ? offer.body.versionPin : versionOf(module.body, null)!.version);
  const options = optionsSent(asking, offer.body.options, manySent(relationships, 'variable-options', 'variable-options') ?? [], versionOf(module.body, versionPin));
  const next = await asking.tx.update<NoCodeModule>(offer, {
    key: module.id, name: module.body.name, body: { ...offer.body, module: module.id, enabled: (attributes['enabled'] as boolean | undefined) ?? offer.body.enabled, versionPin, options },
  });
  await markUpgrades(asking.tx, module);
  return ok(render(next));
};

export const routes = [
  route('POST /organizations/{organization_name}/no-code-modules', enable),
  route('PATCH /no-code-modules/{id}', update),
  route('GET /no-code-modules/{id}', async (asking) => {
    includeNames(asking, ['variable_options']);
    const offer = await offerHere(asking, false);
    return ok(render(offer), await included(asking, { variable_options: async () => offer.body.options.map((one) => renderOption(offer, one)) }, [offer]));
  }),
  route('DELETE /no-code-modules/{id}', async (asking) => {
    const offer = await offerHere(asking, true);
    const made = await asking.tx.count({ kind: 'workspaces', scope: offer.scope, body: [{ path: 'noCode.module', is: offer.id }] });
    if (made > 0) throw conflict(`${made} workspace${made === 1 ? ' was' : 's were'} made of this no-code module; delete ${made === 1 ? 'it' : 'them'} first`);
    await asking.tx.delete('no-code-modules', offer.id);
    return noContent;
  }),
];
