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

/** `secret` is returned once, when the token is created. */
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
const listOwnerTokens = async (ctx: RequestContext, owner: TokenOwner): Promise<readonly StoredRecord<ApiToken>[]> =>
  (
    await ctx.tx.list<ApiToken>({
      kind: 'tokens',
      body: [
        { path: 'owner.kind', is: owner.kind },
        { path: 'owner.id', is: owner.id },
      ],
    })
  ).records;

const parseTokenAttributes = (ctx: RequestContext): { readonly description: string; readonly expiresAt: string | null } => {
  const data = isObject(ctx.body) && isObject(ctx.body['data']) ? ctx.body['data'] : {};
  const attributes = isObject(data['attributes']) ? data['attributes'] : {};
  const expires = attributes['expired-at'] ?? null;
  if (expires !== null && (typeof expires !== 'string' || Number.isNaN(Date.parse(expires))))
    throw unprocessable('expected a time', '/data/attributes/expired-at');
  return {
    description: typeof attributes['description'] === 'string' ? attributes['description'] : '',
    expiresAt: expires === null ? null : new Date(expires).toISOString(),
  };
};

const issueToken = async (ctx: RequestContext<Transaction>, owner: TokenOwner): Promise<RouteResponse> => {
  const secret = generateTokenSecret();
  return createdDocument(renderToken(await createApiToken(ctx.tx, ctx, { secret, owner, ...parseTokenAttributes(ctx) }), secret));
};
/** Organizations and teams have one token: a new one takes the old one's place. */
const replaceToken = async (ctx: RequestContext<Transaction>, owner: TokenOwner): Promise<RouteResponse> => {
  for (const token of await listOwnerTokens(ctx, owner)) await ctx.tx.delete('tokens', token.id);
  return issueToken(ctx, owner);
};
const revokeTokens = async (ctx: RequestContext<Transaction>, owner: TokenOwner): Promise<RouteResponse> => {
  const tokens = await listOwnerTokens(ctx, owner);
  if (tokens.length === 0) throw notFound('the token');
  for (const token of tokens) await ctx.tx.delete('tokens', token.id);
  return noContent;
};
const showToken = async (ctx: RequestContext, owner: TokenOwner): Promise<RouteResponse> => {
  const [token] = await listOwnerTokens(ctx, owner);
  if (!token) throw notFound('the token');
  return okDocument(renderToken(token));
};

const requireOrganizationOwner = async (ctx: RequestContext): Promise<TokenOwner> => {
  const {
    body: { name },
  } = await requireOrganization(ctx);
  if (!findMembership(ctx, name)?.owner) throw notFound(`the organization "${name}"`);
  return { kind: 'organization', id: name };
};
const requireTeamOwner = async (ctx: RequestContext): Promise<TokenOwner> => ({
  kind: 'team',
  id: (await requireTeam(ctx, 'manage-teams')).id,
});
const requireSelf = (ctx: RequestContext): TokenOwner => {
  if (ctx.caller.kind !== 'user' || ctx.params['user_id'] !== ctx.caller.id) throw notFound(`the user ${ctx.params['user_id']}`);
  return { kind: 'user', id: ctx.caller.id };
};

const [organizationTokenPath, teamTokenPath, userTokensPath] = [
  '/organizations/{organization_name}/authentication-token',
  '/teams/{team_id}/authentication-token',
  '/users/{user_id}/authentication-tokens',
];
const tokenOptions = { changesIdentity: true } as const;

/** Issuing tokens: outside the specification (gaps, section 2); the command line and the seed file do it as well. */
export const routes = [
  route(`POST ${organizationTokenPath}`, async (ctx) => replaceToken(ctx, await requireOrganizationOwner(ctx)), tokenOptions),
  route(`GET ${organizationTokenPath}`, async (ctx) => showToken(ctx, await requireOrganizationOwner(ctx))),
  route(`DELETE ${organizationTokenPath}`, async (ctx) => revokeTokens(ctx, await requireOrganizationOwner(ctx)), tokenOptions),
  route(`POST ${teamTokenPath}`, async (ctx) => replaceToken(ctx, await requireTeamOwner(ctx)), tokenOptions),
  route(`GET ${teamTokenPath}`, async (ctx) => showToken(ctx, await requireTeamOwner(ctx))),
  route(`DELETE ${teamTokenPath}`, async (ctx) => revokeTokens(ctx, await requireTeamOwner(ctx)), tokenOptions),
  route(`POST ${userTokensPath}`, async (ctx) => issueToken(ctx, requireSelf(ctx)), tokenOptions),
  route(`GET ${userTokensPath}`, async (ctx) =>
    okDocuments((await listOwnerTokens(ctx, requireSelf(ctx))).map((token) => renderToken(token))),
  ),
  route(
    'DELETE /authentication-tokens/{token_id}',
    async (ctx) => {
      const token = await ctx.tx.get<ApiToken>('tokens', ctx.params['token_id']!);
      if (!token || ctx.caller.kind !== 'user' || token.body.owner.id !== ctx.caller.id) throw notFound('the token');
      await ctx.tx.delete('tokens', token.id);
      return noContent;
    },
    tokenOptions,
  ),
];
