import { type Doc, toMany, toOne } from '../json-api/document.ts';
import { mistyped } from '../json-api/mistyped.ts';
import { listed } from '../json-api/page.ts';
import { sent } from '../json-api/read.ts';
import { all, created, noContent, ok } from '../json-api/reply.ts';
import { notFound, refuse } from '../problem.ts';
import { type Asking, route } from '../route.ts';
import type { Rec, Transaction, View } from '../store/store.ts';
import { mayIn, needIn, organizationHere, ofMember } from './permissions.ts';
import type { OauthClient, OauthToken } from './stored.ts';

const tokensOf = async (view: View, client: string) => (await view.list<OauthToken>({ kind: 'oauth-tokens', scope: client })).records;

const render = async (asking: Asking, { id, body }: Rec<OauthClient>): Promise<Doc> => ({
  id, type: 'oauth-clients',
  attributes: {
    name: body.name, 'service-provider': body.serviceProvider, 'http-url': body.httpUrl, 'api-url': body.apiUrl, 'created-at': body.createdAt,
    'organization-scoped': true,
  },
  relationships: { organization: toOne('organizations', body.organization), 'oauth-tokens': toMany('oauth-tokens', (await tokensOf(asking.tx, id)).map((token) => token.id)) },
  links: { self: `/api/v2/oauth-clients/${id}` },
});
const renderToken = ({ id, body }: Rec<OauthToken>): Doc => ({
  id, type: 'oauth-tokens', attributes: { 'created-at': body.createdAt, 'service-provider-user': body.serviceProviderUser, 'has-ssh-key': false },
  relationships: { 'oauth-client': toOne('oauth-clients', body.client) }, links: { self: `/api/v2/oauth-tokens/${id}` },
});

const clientHere = async (asking: Asking): Promise<Rec<OauthClient>> => {
  const id = asking.params['oauth_client_id']!;
  return ofMember(asking, await asking.tx.get<OauthClient>('oauth-clients', id), `the OAuth client ${id}`);
};

/** A connection and the one token that stands for it (`oauth-token-id` of a workspace's repository). */
export const newOauthClient = async (
  tx: Transaction, asking: Pick<Asking, 'clock' | 'newId'>, organization: string,
  given: { readonly name: string | null; readonly serviceProvider: string; readonly httpUrl: string; readonly apiUrl: string; readonly id?: string; readonly tokenId?: string },
): Promise<Rec<OauthClient>> => {
  const id = given.id ?? asking.newId('oc');
  const { name, serviceProvider, httpUrl, apiUrl } = given;
  const createdAt = asking.clock.now().toISOString();
  const client = await tx.insert<OauthClient>({ id, kind: 'oauth-clients', scope: organization, key: id, name: name ?? serviceProvider, body: { organization, name, serviceProvider, httpUrl, apiUrl, createdAt } });
  const token = given.tokenId ?? asking.newId('ot');
  await tx.insert<OauthToken>({ id: token, kind: 'oauth-tokens', scope: id, key: token, name: '', body: { client: id, organization, createdAt, serviceProviderUser: 'slipway' } });
  return client;
};

export const routes = [
  route('GET /organizations/{organization_name}/oauth-clients', async (asking) => {
    const { body } = await organizationHere(asking);
    return listed<OauthClient>(asking, { kind: 'oauth-clients', scope: body.name }, (records) => Promise.all(records.map((record) => render(asking, record))));
  }),
  route('POST /organizations/{organization_name}/oauth-clients', async (asking) => {
    const { body: { name: organization } } = await organizationHere(asking);
    needIn(asking, organization, 'manage-vcs-settings');
    const { attributes } = sent(asking, 'oauth-clients');
    refuse(mistyped(attributes, { name: 'text?', 'service-provider': 'text!', 'http-url': 'text!', 'api-url': 'text!', 'oauth-token-string': 'text?' }, true));
    return created(await render(asking, await newOauthClient(asking.tx, asking, organization, {
      name: (attributes['name'] as string | null | undefined) ?? null, serviceProvider: attributes['service-provider'] as string,
      httpUrl: attributes['http-url'] as string, apiUrl: attributes['api-url'] as string,
    })));
  }),
  route('GET /oauth-clients/{oauth_client_id}', async (asking) => ok(await render(asking, await clientHere(asking)))),
  route('GET /oauth-clients/{oauth_client_id}/oauth-tokens', async (asking) => all((await tokensOf(asking.tx, (await clientHere(asking)).id)).map(renderToken))),
  route('DELETE /oauth-clients/{oauth_client_id}', async (asking) => {
    const client = await clientHere(asking);
    if (!mayIn(asking, client.scope, 'manage-vcs-settings')) throw notFound(`the OAuth client ${client.id}`);
    for (const token of await tokensOf(asking.tx, client.id)) await asking.tx.delete('oauth-tokens', token.id);
    await asking.tx.delete('oauth-clients', client.id);
    return noContent;
  }),
];
