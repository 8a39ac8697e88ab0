import { createHash } from 'node:crypto';
import type { Team } from '../../access/records.ts';
import type { RequestContext } from '../../http/route.ts';
import type { ReadTransaction, StoredRecord } from '../../store/store.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';

/** The UUID of a group, derived from the id of its team. */
export const groupId = (team: string): string => {
  const hex = createHash('sha256').update(`group ${team}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Names of the groups of an organization by id. "All members" is a group with the id of the organization. */
export const listGroups = async (view: ReadTransaction, organization: string): Promise<ReadonlyMap<string, string>> => {
  const organizationRecord = await view.get<CiOrganization>('ci-organizations', organization);
  const teams = organizationRecord ? (await view.list<Team>({ kind: 'teams', scope: organizationRecord.key })).records : [];
  return new Map([[organization, 'All members'], ...teams.map(({ id, name }) => [groupId(id), name] as const)]);
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
