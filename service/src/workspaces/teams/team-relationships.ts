import type { ApiToken, Team } from '../../access/records.ts';
import { canManageTeamTokens } from '../../access/team-rights.ts';
import type { RequestContext } from '../../http/route.ts';
import type { LoadValues, NounRecord } from '../../nouns/noun-record.ts';
import type { Link, StoredRecord } from '../../store/store.ts';
import { listMembershipIds } from '../organization-memberships/find-memberships.ts';

const groupByTeam = <T>(
  teams: readonly NounRecord[],
  entries: readonly T[],
  teamOf: (entry: T) => string,
): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>(teams.map(({ id }) => [id, []]));
  for (const entry of entries) groups.get(teamOf(entry))?.push(entry);
  return groups;
};
const listMembers = async (ctx: RequestContext, teams: readonly NounRecord[]): Promise<ReadonlyMap<string, readonly Link[]>> =>
  groupByTeam(teams, await ctx.tx.listLinks('team-members', { from: teams.map(({ id }) => id) }), ({ from }) => from);

export const countMembers: LoadValues = async (ctx, teams) =>
  new Map([...(await listMembers(ctx, teams))].map(([id, links]) => [id, links.length]));

export const loadUsers: LoadValues = async (ctx, teams) =>
  new Map([...(await listMembers(ctx, teams))].map(([id, links]) => [id, links.map(({ to }) => to)]));

/** The memberships of its members, and of invited users who will join it. */
export const loadMemberships: LoadValues = async (ctx, teams) => {
  const [members, invitations] = await Promise.all([
    listMembers(ctx, teams),
    ctx.tx.listLinks('team-invitations', { from: teams.map(({ id }) => id) }),
  ]);
  const users = [...new Set([...members.values()].flatMap((links) => links.map(({ to }) => to)))];
  const ids = await listMembershipIds(ctx, teams[0]!.scope, users);
  const invited = groupByTeam(teams, invitations, ({ from }) => from);
  return new Map(
    teams.map(({ id }) => [id, [...members.get(id)!.flatMap(({ to }) => ids.get(to) ?? []), ...invited.get(id)!.map(({ to }) => to)]]),
  );
};

/** Only who manages the tokens of a team learns of them. */
const listTokens = async (ctx: RequestContext, teams: readonly NounRecord[]): Promise<readonly StoredRecord<ApiToken>[]> => {
  const records = teams as readonly unknown[] as readonly StoredRecord<Team>[];
  const own = records.filter((team) => canManageTeamTokens(ctx, team)).map(({ id }) => id);
  if (own.length === 0) return [];
  const body = [
    { path: 'owner.kind', is: 'team' },
    { path: 'owner.id', is: own },
  ];
  return (await ctx.tx.list<ApiToken>({ kind: 'tokens', body })).records;
};
export const loadTeamTokens: LoadValues = async (ctx, teams) => {
  const groups = groupByTeam(teams, await listTokens(ctx, teams), ({ body }) => body.owner.id);
  return new Map([...groups].map(([id, tokens]) => [id, tokens.map((token) => token.id)]));
};
export const loadTeamToken: LoadValues = async (ctx, teams) => {
  const groups = groupByTeam(teams, await listTokens(ctx, teams), ({ body }) => body.owner.id);
  return new Map([...groups].map(([id, tokens]) => [id, tokens.find(({ body }) => body.several === undefined)?.id ?? null]));
};
