import { type ResourceObject, renderToMany, renderToOne } from '../../json-api/resource-object.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { listResources } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { okDocuments, createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { notFound, throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord, Transaction, ReadTransaction } from '../../store/store.ts';
import { hasOrganizationRight, requireOrganizationRight, requireOrganization, requireMemberRecord } from '../../access/permissions.ts';
import type { StoredOauthClient, StoredOauthToken } from '../stored.ts';

const listTokens = async (view: ReadTransaction, client: string) =>
  (await view.list<StoredOauthToken>({ kind: 'oauth-tokens', scope: client })).records;

const renderOauthClient = async (asking: RequestContext, { id, body }: StoredRecord<StoredOauthClient>): Promise<ResourceObject> => ({
  id,
  type: 'oauth-clients',
  attributes: {
    name: body.name,
    'service-provider': body.serviceProvider,
    'http-url': body.httpUrl,
    'api-url': body.apiUrl,
    'created-at': body.createdAt,
    'organization-scoped': true,
  },
  relationships: {
    organization: renderToOne('organizations', body.organization),
    'oauth-tokens': renderToMany(
      'oauth-tokens',
      (await listTokens(asking.tx, id)).map((token) => token.id),
    ),
  },
  links: { self: `/api/v2/oauth-clients/${id}` },
});
const renderOauthToken = ({ id, body }: StoredRecord<StoredOauthToken>): ResourceObject => ({
  id,
  type: 'oauth-tokens',
  attributes: { 'created-at': body.createdAt, 'service-provider-user': body.serviceProviderUser, 'has-ssh-key': false },
  relationships: { 'oauth-client': renderToOne('oauth-clients', body.client) },
  links: { self: `/api/v2/oauth-tokens/${id}` },
});

const requireOauthClient = async (asking: RequestContext): Promise<StoredRecord<StoredOauthClient>> => {
  const id = asking.params['oauth_client_id']!;
  return requireMemberRecord(asking, await asking.tx.get<StoredOauthClient>('oauth-clients', id), `the OAuth client ${id}`);
};

/** A connection and the one token that stands for it (`oauth-token-id` of a workspace's repository). */
export const createOauthClient = async (
  tx: Transaction,
  asking: Pick<RequestContext, 'clock' | 'newId'>,
  organization: string,
  given: {
    readonly name: string | null;
    readonly serviceProvider: string;
    readonly httpUrl: string;
    readonly apiUrl: string;
    readonly id?: string;
    readonly tokenId?: string;
  },
): Promise<StoredRecord<StoredOauthClient>> => {
  const id = given.id ?? asking.newId('oc');
  const { name, serviceProvider, httpUrl, apiUrl } = given;
  const createdAt = asking.clock.now().toISOString();
  const client = await tx.insert<StoredOauthClient>({
    id,
    kind: 'oauth-clients',
    scope: organization,
    key: id,
    name: name ?? serviceProvider,
    body: { organization, name, serviceProvider, httpUrl, apiUrl, createdAt },
  });
  const token = given.tokenId ?? asking.newId('ot');
  await tx.insert<StoredOauthToken>({
    id: token,
    kind: 'oauth-tokens',
    scope: id,
    key: token,
    name: '',
    body: { client: id, organization, createdAt, serviceProviderUser: 'slipway' },
  });
  return client;
};

export const routes = [
  route('GET /organizations/{organization_name}/oauth-clients', async (asking) => {
    const { body } = await requireOrganization(asking);
    return listResources<StoredOauthClient>(asking, { kind: 'oauth-clients', scope: body.name }, (records) =>
      Promise.all(records.map((record) => renderOauthClient(asking, record))),
    );
  }),
  route('POST /organizations/{organization_name}/oauth-clients', async (asking) => {
    const {
      body: { name: organization },
    } = await requireOrganization(asking);
    requireOrganizationRight(asking, organization, 'manage-vcs-settings');
    const { attributes } = parseDocument(asking, 'oauth-clients');
    throwIfInvalid(
      validateTypes(
        attributes,
        { name: 'text?', 'service-provider': 'text!', 'http-url': 'text!', 'api-url': 'text!', 'oauth-token-string': 'text?' },
        true,
      ),
    );
    return createdDocument(
      await renderOauthClient(
        asking,
        await createOauthClient(asking.tx, asking, organization, {
          name: (attributes['name'] as string | null | undefined) ?? null,
          serviceProvider: attributes['service-provider'] as string,
          httpUrl: attributes['http-url'] as string,
          apiUrl: attributes['api-url'] as string,
        }),
      ),
    );
  }),
  route('GET /oauth-clients/{oauth_client_id}', async (asking) =>
    okDocument(await renderOauthClient(asking, await requireOauthClient(asking))),
  ),
  route('GET /oauth-clients/{oauth_client_id}/oauth-tokens', async (asking) =>
    okDocuments((await listTokens(asking.tx, (await requireOauthClient(asking)).id)).map(renderOauthToken)),
  ),
  route('DELETE /oauth-clients/{oauth_client_id}', async (asking) => {
    const client = await requireOauthClient(asking);
    if (!hasOrganizationRight(asking, client.scope, 'manage-vcs-settings')) throw notFound(`the OAuth client ${client.id}`);
    for (const token of await listTokens(asking.tx, client.id)) await asking.tx.delete('oauth-tokens', token.id);
    await asking.tx.delete('oauth-clients', client.id);
    return noContent;
  }),
];
