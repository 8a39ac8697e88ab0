import { type ResourceObject, renderToMany, renderToOne } from '../../json-api/resource-object.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { listResources } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { okDocuments, createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { notFound, throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord, Transaction, ReadTransaction } from '../../store/store.ts';
import { hasOrganizationRight, requireOrganizationRight, requireOrganization, requireMemberRecord } from '../../access/permissions.ts';
import type { StoredOauthClient, StoredOauthToken } from './stored.ts';

const listTokens = async (view: ReadTransaction, client: string) =>
  (await view.list<StoredOauthToken>({ kind: 'oauth-tokens', scope: client })).records;

const renderOauthClient = async (ctx: RequestContext, { id, body }: StoredRecord<StoredOauthClient>): Promise<ResourceObject> => ({
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
      (await listTokens(ctx.tx, id)).map((token) => token.id),
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

const requireOauthClient = async (ctx: RequestContext): Promise<StoredRecord<StoredOauthClient>> => {
  const id = ctx.params['oauth_client_id']!;
  return requireMemberRecord(ctx, await ctx.tx.get<StoredOauthClient>('oauth-clients', id), `the OAuth client ${id}`);
};

/** A connection and the one token that stands for it (`oauth-token-id` of a workspace's repository). */
export const createOauthClient = async (
  tx: Transaction,
  ctx: Pick<RequestContext, 'clock' | 'newId'>,
  organization: string,
  input: {
    readonly name: string | null;
    readonly serviceProvider: string;
    readonly httpUrl: string;
    readonly apiUrl: string;
    readonly id?: string;
    readonly tokenId?: string;
  },
): Promise<StoredRecord<StoredOauthClient>> => {
  const id = input.id ?? ctx.newId('oc');
  const { name, serviceProvider, httpUrl, apiUrl } = input;
  const createdAt = ctx.clock.now().toISOString();
  const client = await tx.insert<StoredOauthClient>({
    id,
    kind: 'oauth-clients',
    scope: organization,
    key: id,
    name: name ?? serviceProvider,
    body: { organization, name, serviceProvider, httpUrl, apiUrl, createdAt },
  });
  const token = input.tokenId ?? ctx.newId('ot');
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
  route('GET /organizations/{organization_name}/oauth-clients', async (ctx) => {
    const { body } = await requireOrganization(ctx);
    return listResources<StoredOauthClient>(ctx, { kind: 'oauth-clients', scope: body.name }, (records) =>
      Promise.all(records.map((record) => renderOauthClient(ctx, record))),
    );
  }),
  route('POST /organizations/{organization_name}/oauth-clients', async (ctx) => {
    const {
      body: { name: organization },
    } = await requireOrganization(ctx);
    requireOrganizationRight(ctx, organization, 'manage-vcs-settings');
    const { attributes } = parseDocument(ctx, 'oauth-clients');
    throwIfInvalid(
      validateTypes(
        attributes,
        { name: 'name?', 'service-provider': 'text!', 'http-url': 'text!', 'api-url': 'text!', 'oauth-token-string': 'text?' },
        true,
      ),
    );
    return createdDocument(
      await renderOauthClient(
        ctx,
        await createOauthClient(ctx.tx, ctx, organization, {
          name: (attributes['name'] as string | null | undefined) ?? null,
          serviceProvider: attributes['service-provider'] as string,
          httpUrl: attributes['http-url'] as string,
          apiUrl: attributes['api-url'] as string,
        }),
      ),
    );
  }),
  route('GET /oauth-clients/{oauth_client_id}', async (ctx) => okDocument(await renderOauthClient(ctx, await requireOauthClient(ctx)))),
  route('GET /oauth-clients/{oauth_client_id}/oauth-tokens', async (ctx) =>
    okDocuments((await listTokens(ctx.tx, (await requireOauthClient(ctx)).id)).map(renderOauthToken)),
  ),
  route('DELETE /oauth-clients/{oauth_client_id}', async (ctx) => {
    const client = await requireOauthClient(ctx);
    if (!hasOrganizationRight(ctx, client.scope, 'manage-vcs-settings')) throw notFound(`the OAuth client ${client.id}`);
    for (const token of await listTokens(ctx.tx, client.id)) await ctx.tx.delete('oauth-tokens', token.id);
    await ctx.tx.delete('oauth-clients', client.id);
    return noContent;
  }),
];
