import { nullableString, stringValue } from '../../http/body-schemas.ts';
import type { ApiToken } from '../../access/records.ts';
import { requireOrganization } from '../../access/permissions.ts';
import { type QueryParameter, textParameter } from '../../http/operation-description.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, type Route, type RouteResponse, route } from '../../http/route.ts';
import {
  describeRequestDocument,
  describeRequestList,
  describeResponseDocument,
  describeResponseList,
  includeParameter,
  listParameters,
} from '../../json-api/describe-document.ts';
import { listResources, parsePage, renderResourcePage } from '../../json-api/page.ts';
import { parseIds } from '../../json-api/parse-document.ts';
import { noContent, okDocument } from '../../json-api/responses.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import type { RecordFilter, RecordOrder } from '../../store/record-filter.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { filterTokens, issueToken, replaceToken, revokeTokens, showToken } from './issue-tokens.ts';
import { expiryStatusNames, parseExpiryStatus, parseTokenOrder, tokenOrders } from './list-options.ts';
import { renderToken, tokenShape } from './render-tokens.ts';
import {
  filterManaged,
  listManagedTeams,
  requireAgentTokens,
  requireIssuableTeamTokens,
  requireOrganizationTokens,
  requireOwnTokens,
  requireTeamTokens,
} from './token-holders.ts';

const listPage = (ctx: RequestContext, filter: RecordFilter, order?: RecordOrder): Promise<RouteResponse> =>
  listResources<ApiToken>(ctx, filter, async (tokens) => tokens.map((token) => renderToken(token)), order ? { order } : {});

const requireToken = async (ctx: RequestContext): Promise<StoredRecord<ApiToken>> => {
  const token = await ctx.tx.get<ApiToken>('tokens', ctx.params['token_id']!);
  const [found] = token ? await filterManaged(ctx, [token]) : [];
  if (!found) throw notFound('the token');
  return found;
};

/** Lists tokens in the order of their teams' names, which the tokens themselves do not have. */
const listByTeam = async (
  ctx: RequestContext,
  filter: RecordFilter,
  teams: readonly { readonly id: string; readonly name: string }[],
  descending: boolean,
  matches: (token: ApiToken) => boolean = () => true,
): Promise<RouteResponse> => {
  const { records } = await ctx.tx.list<ApiToken>(filter);
  const places = new Map(teams.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ id }, place) => [id, place]));
  const placeOf = ({ body }: StoredRecord<ApiToken>): number => places.get(body.owner.id)!;
  const tokens = records.filter(({ body }) => matches(body)).toSorted((a, b) => placeOf(a) - placeOf(b));
  const page = parsePage(ctx);
  const shown = (descending ? tokens.toReversed() : tokens).slice(page.offset, page.offset + page.size);
  return renderResourcePage(
    ctx,
    page,
    tokens.length,
    shown.map((token) => renderToken(token)),
  );
};

/** Tokens of the teams of an organization, also by a part of the name of the team. Throws 400. */
const listTeamTokens = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { key } = await requireOrganization(ctx);
  const q = (ctx.query.get('q') ?? '').toLowerCase();
  const teams = (await listManagedTeams(ctx, key)).filter(({ name }) => name.toLowerCase().includes(q));
  const filter = filterTokens(
    'team',
    teams.map(({ id }) => id),
  );
  const order = parseTokenOrder(ctx);
  const matches = parseExpiryStatus(ctx);
  if (order?.column === undefined && order) return listByTeam(ctx, filter, teams, order.descending, matches);
  const sorted: RecordOrder | undefined =
    order?.column === undefined ? undefined : { by: { body: order.column }, descending: order.descending };
  if (!matches) return listPage(ctx, filter, sorted);
  const { records } = await ctx.tx.list<ApiToken>(filter);
  return listPage(ctx, { ...filter, ids: records.filter(({ body }) => matches(body)).map(({ id }) => id) }, sorted);
};

/** Deletes tokens of teams of the organization: all that are named, or none. */
const deleteTeamTokens = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { key } = await requireOrganization(ctx);
  const teams = new Set((await listManagedTeams(ctx, key)).map(({ id }) => id));
  const ids = parseIds(ctx, 'authentication-tokens');
  const tokens = await ctx.tx.getMany<ApiToken>('tokens', ids);
  const own = new Set(tokens.filter(({ body }) => body.owner.kind === 'team' && teams.has(body.owner.id)).map(({ id }) => id));
  const missing = ids.find((id) => !own.has(id));
  if (missing !== undefined) throw notFound(`the token ${missing}`);
  for (const id of ids) await ctx.tx.delete('tokens', id);
  return noContent;
};

/** Documents of tokens, for `include`. */
export const loadTokenDocuments = async (ctx: RequestContext, ids: readonly string[]): Promise<readonly ResourceObject[]> =>
  (await filterManaged(ctx, await ctx.tx.getMany<ApiToken>('tokens', ids))).map((token) => renderToken(token));

const [organizationPath, teamPath, userPath, poolPath, itemPath] = [
  '/organizations/{organization_name}',
  '/teams/{team_id}',
  '/users/{user_id}',
  '/agent-pools/{agent_pool_id}',
  '/authentication-tokens/{token_id}',
];
const one = describeResponseDocument(tokenShape);
const request = {
  ...describeRequestDocument({
    type: 'authentication-tokens',
    attributes: { description: stringValue, 'expired-at': nullableString },
  }),
  required: [],
};
type Query = { readonly [name: string]: QueryParameter };
const kind: Query = {
  token: { doc: 'The token that reads the audit trail, instead of the main one.', schema: { enum: ['audit-trails'] } },
};
const include: Query = { include: includeParameter };
const issue = (summary: string, query: Query = {}) => ({
  changesIdentity: true as const,
  description: { summary, query: { ...include, ...query }, request, responses: { 201: one } },
});
const show = (summary: string, query: Query = {}) => ({
  description: { summary, query: { ...include, ...query }, responses: { 200: one } },
});
const revoke = (summary: string, query: Query = {}) => ({
  changesIdentity: true as const,
  description: { summary, query, responses: { 204: null } },
});
const list = (summary: string, query: Query = {}) => ({
  description: { summary, query: { ...listParameters, ...query }, responses: { 200: describeResponseList(tokenShape) } },
});

const mainToken = `${organizationPath}/authentication-token`;
const teamToken = `${teamPath}/authentication-token`;
/** Issuing tokens: the command line and the seed file do it as well. */
export const routes: readonly Route[] = [
  route(
    `POST ${mainToken}`,
    async (ctx) => replaceToken(ctx, await requireOrganizationTokens(ctx)),
    issue('Issues the token of an organization; the former one ends.', kind),
  ),
  route(
    `GET ${mainToken}`,
    async (ctx) => showToken(ctx, await requireOrganizationTokens(ctx)),
    show('The token of an organization.', kind),
  ),
  route(
    `DELETE ${mainToken}`,
    async (ctx) => revokeTokens(ctx, await requireOrganizationTokens(ctx)),
    revoke('Deletes the token of an organization.', kind),
  ),
  route(
    `POST ${teamToken}`,
    async (ctx) => replaceToken(ctx, await requireIssuableTeamTokens(ctx)),
    issue('Issues the token of a team without a description; the former one ends.'),
  ),
  route(`GET ${teamToken}`, async (ctx) => showToken(ctx, await requireTeamTokens(ctx)), show('The token of a team that has no others.')),
  route(
    `DELETE ${teamToken}`,
    async (ctx) => revokeTokens(ctx, await requireTeamTokens(ctx)),
    revoke('Deletes the token of a team that has no others.'),
  ),
  route(
    `POST ${teamToken}s`,
    async (ctx) => issueToken(ctx, { ...(await requireIssuableTeamTokens(ctx)), several: true }),
    issue('Issues one more token of a team.'),
  ),
  route(
    `GET ${teamToken}s`,
    async (ctx) => listPage(ctx, filterTokens('team', (await requireTeamTokens(ctx)).owner.id)),
    list('Lists the tokens of a team.'),
  ),
  route(
    `GET ${organizationPath}/team-tokens`,
    listTeamTokens,
    list('Lists the tokens of the teams of an organization.', {
      q: textParameter('A part of the name of the team.'),
      sort: {
        doc: 'The order; with a hyphen before it the reverse.',
        schema: { enum: tokenOrders },
      },
      'filter[expiry_status]': textParameter(`${expiryStatusNames.join(', ')}; several with commas.`),
    }),
  ),
  route(`DELETE ${organizationPath}/team-tokens`, deleteTeamTokens, {
    changesIdentity: true,
    description: { summary: 'Deletes tokens of teams.', request: describeRequestList('authentication-tokens'), responses: { 204: null } },
  }),
  route(
    `POST ${userPath}/authentication-tokens`,
    async (ctx) => issueToken(ctx, requireOwnTokens(ctx)),
    issue('Issues a token of your own.'),
  ),
  route(
    `GET ${userPath}/authentication-tokens`,
    (ctx) => listPage(ctx, filterTokens('user', requireOwnTokens(ctx).owner.id)),
    list('Lists your own tokens.'),
  ),
  route(
    `POST ${poolPath}/authentication-tokens`,
    async (ctx) => issueToken(ctx, { ...(await requireAgentTokens(ctx)), several: true }),
    issue('Issues a token with which agents join a pool.'),
  ),
  route(
    `GET ${poolPath}/authentication-tokens`,
    async (ctx) => listPage(ctx, filterTokens('agent-pool', (await requireAgentTokens(ctx)).owner.id)),
    list('Lists the tokens of an agent pool.'),
  ),
  route(
    `GET ${itemPath}`,
    async (ctx) => okDocument(renderToken(await requireToken(ctx))),
    show('A token. Its secret is returned only when it is issued.'),
  ),
  route(
    `DELETE ${itemPath}`,
    async (ctx) => {
      await ctx.tx.delete('tokens', (await requireToken(ctx)).id);
      return noContent;
    },
    revoke('Deletes a token.'),
  ),
];
