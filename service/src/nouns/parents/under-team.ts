import { findMembership } from '../../access/permissions.ts';
import type { Team } from '../../access/records.ts';
import { hasRightOnTeam, type RightOnTeams } from '../../access/team-rights.ts';
import type { RequestContext } from '../../http/route.ts';
import { notFound } from '../../http/problem.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { NounAccess, NounParent } from './noun-parent.ts';

/** `member`: every member of the team. */
export type RightOnTeam = RightOnTeams | 'member';

const hasRight = (ctx: RequestContext, team: StoredRecord<Team>, right: RightOnTeam): boolean => {
  const member = findMembership(ctx, team.scope);
  if (!member) return false;
  const isMember = right === 'member' && member.teams.includes(team.id);
  return isMember || hasRightOnTeam(ctx, team, right === 'member' ? 'manage-teams' : right);
};

/** Children of a team: their scope is its ID. */
export const underTeam = (rights: { readonly [access in NounAccess]: RightOnTeam }): NounParent => ({
  path: '/teams/{team_id}',
  type: 'teams',
  ownsScope: (scope) => scope.startsWith('team-'),
  scopeOf: (ctx) => ctx.params['team_id']!,
  requireScope: async (ctx, access) => {
    const id = ctx.params['team_id']!;
    const team = await ctx.tx.get<Team>('teams', id);
    if (!team || !hasRight(ctx, team, rights[access])) throw notFound(`the team ${id}`);
    return { scope: id, organization: team.scope };
  },
  filterPermitted: async (ctx, records, access) => {
    const teams = await ctx.tx.getMany<Team>('teams', [...new Set(records.map(({ scope }) => scope))]);
    const permitted = new Set(teams.filter((team) => hasRight(ctx, team, rights[access])).map(({ id }) => id));
    return records.filter(({ scope }) => permitted.has(scope));
  },
});
