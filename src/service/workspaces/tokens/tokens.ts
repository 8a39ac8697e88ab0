import { type ResourceObject, renderToOne } from '../../json-api/resource-object.ts';
import { isObject } from '../../json-api/parse-document.ts';
import { okDocuments, createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { notFound, unprocessable } from '../../http/problem.ts';
import type { ApiToken } from '../../access/records.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { generateTokenSecret, createApiToken } from '../organizations/bootstrap.ts';
import { findMembership, requireOrganization } from '../../access/permissions.ts';
import { requireTeam } from '../teams/teams.ts';

/** The secret is told once, in the answer that made it. */
const renderToken = ({ id, body }: StoredRecord<ApiToken>, secret: string | null = null): ResourceObject => ({
  id,
  type: 'authentication-tokens',
  attributes: {
    'created-at': body.createdAt,
    'last-used-at': null,
    description: body.description,
    token: secret,
    'expired-at': body.expiresAt,
  },
  relationships: { 'created-by': renderToOne('users', body.owner.kind === 'user' ? body.owner.id : null) },
});

type TokenOwner = ApiToken['owner'];
const listOwnerTokens = async (asking: RequestContext, owner: TokenOwner): Promise<readonly StoredRecord<ApiToken>[]> =>
  (
    await asking.tx.list<ApiToken>({
      kind: 'tokens',
      body: [
        { path: 'owner.kind', is: owner.kind },
        { path: 'owner.id', is: owner.id },
      ],
    })
  ).records;

const parseTokenAttributes = (asking: RequestContext): { readonly description: string; readonly expiresAt: string | null } => {
  const data = isObject(asking.body) && isObject(asking.body['data']) ? asking.body['data'] : {};
  const attributes = isObject(data['attributes']) ? data['attributes'] : {};
  const expires = attributes['expired-at'] ?? null;
  if (expires !== null && (typeof expires !== 'string' || Number.isNaN(Date.parse(expires))))
    throw unprocessable('expected a time', '/data/attributes/expired-at');
  return {
    description: typeof attributes['description'] === 'string' ? attributes['description'] : '',
    expiresAt: expires === null ? null : new Date(expires).toISOString(),
  };
};

const issueToken = async (asking: RequestContext<Transaction>, owner: TokenOwner): Promise<RouteResponse> => {
  const secret = generateTokenSecret();
  return createdDocument(renderToken(await createApiToken(asking.tx, asking, { secret, owner, ...parseTokenAttributes(asking) }), secret));
};
/** Organizations and teams have one token: a new one takes the old one's place. */
const replaceToken = async (asking: RequestContext<Transaction>, owner: TokenOwner): Promise<RouteResponse> => {
  for (const token of await listOwnerTokens(asking, owner)) await asking.tx.delete('tokens', token.id);
  return issueToken(asking, owner);
};
const revokeTokens = async (asking: RequestContext<Transaction>, owner: TokenOwner): Promise<RouteResponse> => {
  const tokens = await listOwnerTokens(asking, owner);
  if (tokens.length === 0) throw notFound('the token');
  for (const token of tokens) await asking.tx.delete('tokens', token.id);
  return noContent;
};
const showToken = async (asking: RequestContext, owner: TokenOwner): Promise<RouteResponse> => {
  const [token] = await listOwnerTokens(asking, owner);
  if (!token) throw notFound('the token');
  return okDocument(renderToken(token));
};

const requireOrganizationOwner = async (asking: RequestContext): Promise<TokenOwner> => {
  const {
    body: { name },
  } = await requireOrganization(asking);
  if (!findMembership(asking, name)?.owner) throw notFound(`the organization "${name}"`);
  return { kind: 'organization', id: name };
};
const requireTeamOwner = async (asking: RequestContext): Promise<TokenOwner> => ({
  kind: 'team',
  id: (await requireTeam(asking, 'manage-teams')).id,
});
const requireSelf = (asking: RequestContext): TokenOwner => {
  if (asking.caller.kind !== 'user' || asking.params['user_id'] !== asking.caller.id)
    throw notFound(`the user ${asking.params['user_id']}`);
  return { kind: 'user', id: asking.caller.id };
};

const [organizationTokenPath, teamTokenPath, userTokensPath] = [
  '/organizations/{organization_name}/authentication-token',
  '/teams/{team_id}/authentication-token',
  '/users/{user_id}/authentication-tokens',
];
const tokenOptions = { identity: true } as const;

/** Issuing tokens: outside the specification (gaps, section 2); the command line and the seed file do it as well. */
export const routes = [
  route(`POST ${organizationTokenPath}`, async (asking) => replaceToken(asking, await requireOrganizationOwner(asking)), tokenOptions),
  route(`GET ${organizationTokenPath}`, async (asking) => showToken(asking, await requireOrganizationOwner(asking))),
  route(`DELETE ${organizationTokenPath}`, async (asking) => revokeTokens(asking, await requireOrganizationOwner(asking)), tokenOptions),
  route(`POST ${teamTokenPath}`, async (asking) => replaceToken(asking, await requireTeamOwner(asking)), tokenOptions),
  route(`GET ${teamTokenPath}`, async (asking) => showToken(asking, await requireTeamOwner(asking))),
  route(`DELETE ${teamTokenPath}`, async (asking) => revokeTokens(asking, await requireTeamOwner(asking)), tokenOptions),
  route(`POST ${userTokensPath}`, async (asking) => issueToken(asking, requireSelf(asking)), tokenOptions),
  route(`GET ${userTokensPath}`, async (asking) =>
    okDocuments((await listOwnerTokens(asking, requireSelf(asking))).map((token) => renderToken(token))),
  ),
  route(
    'DELETE /authentication-tokens/{token_id}',
    async (asking) => {
      const token = await asking.tx.get<ApiToken>('tokens', asking.params['token_id']!);
      if (!token || asking.caller.kind !== 'user' || token.body.owner.id !== asking.caller.id) throw notFound('the token');
      await asking.tx.delete('tokens', token.id);
      return noContent;
    },
    tokenOptions,
  ),
];
