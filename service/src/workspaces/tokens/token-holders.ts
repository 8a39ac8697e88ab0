import { isOwner, requireOwner } from '../../access/organization-owners.ts';
import {
  findMembership,
  hasOrganizationRight,
  isOrganizationToken,
  requireMemberRecord,
  requireOrganization,
} from '../../access/permissions.ts';
import type { ApiToken, Team } from '../../access/records.ts';
import { canManageTeamTokens, listTeamsWithinRights } from '../../access/team-rights.ts';
import { badRequest, notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { requireTeam } from '../teams/teams.ts';
import type { TokenHolder } from './issue-tokens.ts';

/**
 * Requires an owner, or the token of the organization itself, which may replace itself. `?token=audit-trails`: its token of that kind,
 * instead of the one with the organization's rights. Throws 400, 404.
 */
export const requireOrganizationTokens = async (ctx: RequestContext): Promise<TokenHolder> => {
  const {
    body: { name },
  } = await requireOrganization(ctx);
  if (!isOrganizationToken(ctx)) requireOwner(ctx, name);
  const kind = ctx.query.get('token') ?? '';
  if (kind !== '' && kind !== 'audit-trails') throw badRequest(`expected audit-trails or nothing, got "${kind.slice(0, 60)}"`, 'token');
  return { owner: { kind: 'organization', id: name }, organization: name, ...(kind === '' ? {} : { purpose: kind }) };
};

export const requireTeamTokens = async (ctx: RequestContext): Promise<TokenHolder> => {
  const team = await requireTeam(ctx, 'read');
  if (!canManageTeamTokens(ctx, team)) throw notFound(`the team ${team.id}`);
  return { owner: { kind: 'team', id: team.id }, organization: team.scope };
};
/** A token gives the rights of its team: 404 unless the caller has them. */
export const requireIssuableTeamTokens = async (ctx: RequestContext): Promise<TokenHolder> => {
  const team = await requireTeam(ctx, 'read');
  if (!canManageTeamTokens(ctx, team) || !(await listTeamsWithinRights(ctx, [team])).has(team.id)) throw notFound(`the team ${team.id}`);
  return { owner: { kind: 'team', id: team.id }, organization: team.scope };
};
export const requireOwnTokens = (ctx: RequestContext): TokenHolder => {
  if (ctx.caller.kind !== 'user' || ctx.params['user_id'] !== ctx.caller.id) throw notFound(`the user ${ctx.params['user_id']}`);
  return { owner: { kind: 'user', id: ctx.caller.id } };
};
export const requireAgentTokens = async (ctx: RequestContext): Promise<TokenHolder> => {
  const id = ctx.params['agent_pool_id']!;
  const pool = requireMemberRecord(ctx, await ctx.tx.get('agent-pools', id), `the agent pool ${id}`, 'manage-agent-pools');
  return { owner: { kind: 'agent-pool', id: pool.id }, organization: pool.scope };
};

/** Teams of the organization whose tokens the caller may manage. */
export const listManagedTeams = async (ctx: RequestContext, organization: string): Promise<readonly StoredRecord<Team>[]> =>
  (await ctx.tx.list<Team>({ kind: 'teams', scope: organization })).records.filter((team) => canManageTeamTokens(ctx, team));

/** The tokens that the caller can read and delete. */
export const filterManaged = async (
  ctx: RequestContext,
  tokens: readonly StoredRecord<ApiToken>[],
): Promise<readonly StoredRecord<ApiToken>[]> => {
  const idsOf = (kind: ApiToken['owner']['kind']): readonly string[] =>
    tokens.flatMap(({ body }) => (body.owner.kind === kind ? body.owner.id : []));
  const teams = (await ctx.tx.getMany<Team>('teams', idsOf('team'))).filter((team) => canManageTeamTokens(ctx, team));
  const pools = (await ctx.tx.getMany('agent-pools', idsOf('agent-pool'))).filter(({ scope }) =>
    hasOrganizationRight(ctx, scope, 'manage-agent-pools'),
  );
  const managed = new Set([...teams, ...pools].map(({ id }) => id));
  return tokens.filter(({ body: { owner } }) => {
    if (owner.kind === 'user') return ctx.caller.kind === 'user' && owner.id === ctx.caller.id;
    if (owner.kind === 'organization')
      return isOwner(ctx, owner.id) || (isOrganizationToken(ctx) && findMembership(ctx, owner.id) !== undefined);
    return managed.has(owner.id);
  });
};
