import { createHash } from 'node:crypto';
import type { Team } from '../../access/records.ts';
import { canSeeTeam } from '../../access/team-rights.ts';
import type { RequestContext } from '../../http/route.ts';
import type { ReadTransaction, StoredRecord } from '../../store/store.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';

/** The UUID of a group, derived from the id of its team. */
export const groupId = (team: string): string => {
  const hex = createHash('sha256').update(`group ${team}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const listTeams = async (view: ReadTransaction, organization: string): Promise<readonly StoredRecord<Team>[]> => {
  const record = await view.get<CiOrganization>('ci-organizations', organization);
  return record ? (await view.list<Team>({ kind: 'teams', scope: record.key })).records : [];
};

/** Whether an organization has the group. "All members" is one with the id of the organization. */
export const hasGroup = async (view: ReadTransaction, organization: string, group: string): Promise<boolean> =>
  group === organization || (await listTeams(view, organization)).some(({ id }) => groupId(id) === group);

/**
 * Names of all groups of an organization by ID; null for a secret team that the caller cannot see, whose ID responses do not show either.
 */
export const listGroupNames = async (ctx: RequestContext, organization: string): Promise<ReadonlyMap<string, string | null>> => {
  const teams = await listTeams(ctx.tx, organization);
  return new Map([
    [organization, 'All members'],
    ...teams.map((team) => [groupId(team.id), canSeeTeam(ctx, team) ? team.name : null] as const),
  ]);
};

/** Whether the caller is in a group: a team of theirs, or all members of the organization. */
export const isInGroup = (
  caller: RequestContext['caller'],
  organization: Pick<StoredRecord<CiOrganization>, 'id' | 'key'>,
  group: string,
): boolean => {
  const membership = caller.memberships.find((one) => one.organization === organization.key);
  return membership !== undefined && (group === organization.id || membership.teams.some((team) => groupId(team) === group));
};
