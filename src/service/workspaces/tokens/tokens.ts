import { type ResourceObject, renderToOne } from '../../json-api/resource-object.ts';
import { isObject } from '../../json-api/parse-document.ts';
import { okDocuments, createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { badRequest, notFound, unprocessable } from '../../http/problem.ts';
import type { ApiToken, TokenPurpose } from '../../access/records.ts';
import { hasTeamRights } from '../../access/team-rights.ts';
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

/** Whose token, and of which kind: an organization has one of each kind. */
interface TokenHolder {
  readonly owner: ApiToken['owner'];
  readonly purpose?: TokenPurpose;
}
const listTokens = async (ctx: RequestContext, { owner, purpose }: TokenHolder): Promise<readonly StoredRecord<ApiToken>[]> =>
  (
    await ctx.tx.list<ApiToken>({
      kind: 'tokens',
      body: [
        { path: 'owner.kind', is: owner.kind },
        { path: 'owner.id', is: owner.id },
      ],
    })
  ).records.filter(({ body }) => body.purpose === purpose);

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

const issueToken = async (ctx: RequestContext<Transaction>, holder: TokenHolder): Promise<RouteResponse> => {
  const secret = generateTokenSecret();
  return createdDocument(renderToken(await createApiToken(ctx.tx, ctx, { secret, ...holder, ...parseTokenAttributes(ctx) }), secret));
};
/** Organizations and teams have one token of a kind: a new one replaces it. */
const replaceToken = async (ctx: RequestContext<Transaction>, holder: TokenHolder): Promise<RouteResponse> => {
  for (const token of await listTokens(ctx, holder)) await ctx.tx.delete('tokens', token.id);
  return issueToken(ctx, holder);
};
const revokeTokens = async (ctx: RequestContext<Transaction>, holder: TokenHolder): Promise<RouteResponse> => {
  const tokens = await listTokens(ctx, holder);
  if (tokens.length === 0) throw notFound('the token');
  for (const token of tokens) await ctx.tx.delete('tokens', token.id);
  return noContent;
};
const showToken = async (ctx: RequestContext, holder: TokenHolder): Promise<RouteResponse> => {
  const [token] = await listTokens(ctx, holder);
  if (!token) throw notFound('the token');
  return okDocument(renderToken(token));
};

/** `?token=audit-trails`: the organization's token of that kind, instead of the one with the organization's rights. Throws 400, 404. */
const requireOrganizationTokens = async (ctx: RequestContext): Promise<TokenHolder> => {
  const {
    body: { name },
  } = await requireOrganization(ctx);
  if (!findMembership(ctx, name)?.owner) throw notFound(`the organization "${name}"`);
  const kind = ctx.query.get('token') ?? '';
  if (kind !== '' && kind !== 'audit-trails') throw badRequest(`expected audit-trails or nothing, got "${kind.slice(0, 60)}"`, 'token');
  return { owner: { kind: 'organization', id: name }, ...(kind === '' ? {} : { purpose: kind }) };
};
const requireTeamTokens = async (ctx: RequestContext): Promise<TokenHolder> => ({
  owner: { kind: 'team', id: (await requireTeam(ctx, 'manage-teams')).id },
});
/** A token gives the rights of its team: 404 unless the caller has them. */
const requireIssuableTeamTokens = async (ctx: RequestContext): Promise<TokenHolder> => {
  const team = await requireTeam(ctx, 'manage-teams');
  if (!(await hasTeamRights(ctx, team))) throw notFound(`the team ${team.id}`);
  return { owner: { kind: 'team', id: team.id } };
};
const requireOwnTokens = (ctx: RequestContext): TokenHolder => {
  if (ctx.caller.kind !== 'user' || ctx.params['user_id'] !== ctx.caller.id) throw notFound(`the user ${ctx.params['user_id']}`);
  return { owner: { kind: 'user', id: ctx.caller.id } };
};

const [organizationTokenPath, teamTokenPath, userTokensPath] = [
  '/organizations/{organization_name}/authentication-token',
  '/teams/{team_id}/authentication-token',
  '/users/{user_id}/authentication-tokens',
];
const tokenOptions = { changesIdentity: true } as const;

/** Issuing tokens: outside the specification (gaps, section 2); the command line and the seed file do it as well. */
export const routes = [
  route(`POST ${organizationTokenPath}`, async (ctx) => replaceToken(ctx, await requireOrganizationTokens(ctx)), tokenOptions),
  route(`GET ${organizationTokenPath}`, async (ctx) => showToken(ctx, await requireOrganizationTokens(ctx))),
  route(`DELETE ${organizationTokenPath}`, async (ctx) => revokeTokens(ctx, await requireOrganizationTokens(ctx)), tokenOptions),
  route(`POST ${teamTokenPath}`, async (ctx) => replaceToken(ctx, await requireIssuableTeamTokens(ctx)), tokenOptions),
  route(`GET ${teamTokenPath}`, async (ctx) => showToken(ctx, await requireTeamTokens(ctx))),
  route(`DELETE ${teamTokenPath}`, async (ctx) => revokeTokens(ctx, await requireTeamTokens(ctx)), tokenOptions),
  route(`POST ${userTokensPath}`, async (ctx) => issueToken(ctx, requireOwnTokens(ctx)), tokenOptions),
  route(`GET ${userTokensPath}`, async (ctx) =>
    okDocuments((await listTokens(ctx, requireOwnTokens(ctx))).map((token) => renderToken(token))),
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
