import { mistyped } from '../../json-api/mistyped.ts';
import { isObject, type Json, sent } from '../../json-api/read.ts';
import { created } from '../../json-api/reply.ts';
import { refuse, unprocessable } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Transaction } from '../../store/store.ts';
import { mayIn, needIn, organizationHere } from '../permissions.ts';
import type { OauthClient, OauthToken } from '../stored.ts';
import { newModule, renderModule } from './registry-modules.ts';
import type { ModuleSource, RegistryModule } from './stored.ts';

const at = '/data/attributes/vcs-repo';

const sourceSent = (attributes: Json): ModuleSource => {
  const repository = attributes['vcs-repo'];
  if (!isObject(repository)) throw unprocessable('expected an object that names a repository', at);
  refuse(mistyped(repository, { identifier: 'text!', 'display-identifier': 'text', 'oauth-token-id': 'text?', 'codehost-app-installation-id': 'text?', branch: 'text?', tags: 'flag' }, true, at));
  const { identifier, 'display-identifier': shown, 'oauth-token-id': token, 'codehost-app-installation-id': installation, branch, tags } = repository as { readonly [name: string]: any };
  if (!token && !installation) throw unprocessable('expected oauth-token-id or codehost-app-installation-id', at);
  return { identifier, displayIdentifier: shown ?? identifier, oauthTokenId: token ?? null, installationId: installation ?? null, branch: branch || null, tags: tags ?? !branch };
};

/** `acme/terraform-aws-vpc` is the module `vpc` of the provider `aws`: so repositories of modules are called. */
const namesOf = (source: ModuleSource, attributes: Json): Pick<RegistryModule, 'name' | 'provider'> => {
  const found = /(?:^|\/)terraform-([A-Za-z0-9]+)-([A-Za-z0-9_-]+)$/.exec(source.identifier);
  const name = (attributes['name'] as string | undefined) ?? found?.[2];
  const provider = (attributes['module-provider'] ?? attributes['provider'] ?? found?.[1]) as string | undefined;
  if (!name || !provider) throw unprocessable(`"${source.identifier}" does not say what module it is: expected a repository called terraform-<provider>-<name>, or name and provider`, `${at}/identifier`);
  return { name, provider };
};

const publish = async (asking: Asking<Transaction>, organization: string): Promise<Reply> => {
  needIn(asking, organization, 'manage-modules', `the organization "${organization}"`);
  const { attributes } = sent(asking, 'registry-modules');
  refuse(mistyped(attributes, { name: 'text', provider: 'text', 'module-provider': 'text' }, false));
  const source = sourceSent(attributes);
  const module = await newModule(asking, { organization, registryName: 'private', namespace: organization, ...namesOf(source, attributes), source }, `${at}/identifier`);
  return created(await renderModule(asking.tx, module));
};

/** Without an organization in the path it is that of the connection. */
const organizationOfToken = async (asking: Asking): Promise<string> => {
  const { oauthTokenId } = sourceSent(sent(asking, 'registry-modules').attributes);
  const token = oauthTokenId === null ? undefined : await asking.tx.get<OauthToken>('oauth-tokens', oauthTokenId);
  const client = token && await asking.tx.get<OauthClient>('oauth-clients', token.body.client);
  if (!client || !mayIn(asking, client.scope, 'manage-modules')) throw unprocessable(`"${oauthTokenId ?? ''}" is no connection of an organization of yours`, `${at}/oauth-token-id`);
  return client.scope;
};

/** Modules that are published from a repository. No code host is asked: the module waits without versions until somebody adds one. */
export const routes = [
  route('POST /organizations/{organization_name}/registry-modules/vcs', async (asking) => publish(asking, (await organizationHere(asking)).body.name)),
  route('POST /registry-modules', async (asking) => publish(asking, await organizationOfToken(asking)), {
    deprecated: 'POST /registry-modules is deprecated: Use POST /organizations/{organization_name}/registry-modules/vcs.',
  }),
];
