import type { ReadTransaction } from '../../store/store.ts';
import { type CiRole, type HeldRoles, strongestRole } from './right-holders.ts';

/** An assigned role. Kind `ci-roles`, scope: the UUID of the organization or the project, key: the ID of the user or the team. */
export interface StoredRole {
  readonly role: CiRole;
}
export const rolesKind = 'ci-roles';

/** Who may hold roles: a user with teams, or a team by itself. IDs as the workspace service has them. */
export interface RoleHolder {
  readonly user?: string | undefined;
  readonly teams: readonly string[];
}

/**
 * The roles of a member: the strongest of their own and of their teams'. A user without a role of their own is a contributor of the
 * organization; a team without one gives none, and its token is a viewer's.
 */
export const readHeldRoles = async (
  view: ReadTransaction,
  { user, teams }: RoleHolder,
  organization: string,
  project: string | undefined,
): Promise<HeldRoles> => {
  const scope = project === undefined ? organization : [organization, project];
  const keys = [...(user === undefined ? [] : [user]), ...teams];
  const { records } = await view.list<StoredRole>({ kind: rolesKind, scope, keys });
  const own = records.some((one) => one.scope === organization && one.key === user);
  const inPlace = (place: string | undefined): readonly CiRole[] =>
    records.filter((one) => one.scope === place).map(({ body }) => body.role);
  const usual: CiRole = user === undefined || own ? 'viewer' : 'contributor';
  return { organization: strongestRole([...inPlace(organization), usual])!, project: strongestRole(inPlace(project)) };
};
