import type { Organization, Team, User } from '../../access/records.ts';
import type { ReadTransaction, StoredRecord } from '../../store/store.ts';
import { groupId } from '../contexts/groups.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { systemActor } from '../schedules/system-actor.ts';
import { type HeldRoles, isHeldBy } from './right-holders.ts';
import { readHeldRoles } from './stored-roles.ts';

/**
 * The rights of the actor on whose behalf a pipeline continues, for gates. They are evaluated when the gate opens, not when the pipeline
 * was started.
 */
export interface ActorRights {
  /** Organization admins are in every group. */
  readonly owner: boolean;
  /** UUIDs of groups; that of all members is the organization's. */
  readonly groups: ReadonlySet<string>;
  readonly startsBuilds: boolean;
  readonly usesContexts: boolean;
}

const noRights: ActorRights = { owner: false, groups: new Set(), startsBuilds: false, usesContexts: false };
const rightsOf = (roles: HeldRoles): Pick<ActorRights, 'startsBuilds' | 'usesContexts'> => ({
  startsBuilds: isHeldBy(roles, 'start-builds'),
  usesContexts: isHeldBy(roles, 'use-contexts'),
});

const findOrganizationRecord = async (view: ReadTransaction, id: string): Promise<StoredRecord<Organization> | undefined> => {
  const home = await view.get<CiOrganization>('ci-organizations', id);
  return home && view.getByKey<Organization>('organizations', '', home.key);
};

const findUserRights = async (view: ReadTransaction, uuid: string, organization: string, project: string): Promise<ActorRights> => {
  const [user] = (await view.list<User>({ kind: 'users', scope: '', body: [{ path: 'uuid', is: uuid }] })).records;
  const record = user && (await findOrganizationRecord(view, organization));
  if (!user || !record) return noRights;
  const [memberships, inTeams] = await Promise.all([
    view.listLinks('organization-members', { to: user.id }),
    view.listLinks('team-members', { to: user.id }),
  ]);
  const teams = (
    await view.getMany<Team>(
      'teams',
      inTeams.map(({ from }) => from),
    )
  ).filter(({ scope }) => scope === record.key);
  if (!memberships.some(({ from }) => from === record.id)) return noRights;
  const owner = teams.some(({ body }) => body.owners);
  const held: HeldRoles = owner
    ? { organization: 'admin', project: undefined }
    : await readHeldRoles(view, { user: user.id, teams: teams.map(({ id }) => id) }, organization, project);
  return { owner, groups: new Set([organization, ...teams.map(({ id }) => groupId(id))]), ...rightsOf(held) };
};

/**
 * What an actor may do in a project: a user (UUID), who may have lost rights since; the organization, for its tokens, webhooks and code
 * host; or the system, for schedules, which is in no group.
 */
export const findActorRights = async (
  view: ReadTransaction,
  actor: string,
  place: { readonly organization: string; readonly project: string },
): Promise<ActorRights> => {
  if (actor === place.organization) return { owner: false, groups: new Set([actor]), startsBuilds: true, usesContexts: true };
  if (actor === systemActor.id) return { owner: false, groups: new Set(), startsBuilds: true, usesContexts: true };
  return findUserRights(view, actor, place.organization, place.project);
};
