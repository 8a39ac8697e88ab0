import { forbidden, notFound } from '../problem.ts';
import { type Organization, settingIn } from '../records.ts';
import type { Asking, Membership, OrganizationRight } from '../route.ts';
import type { Rec } from '../store/store.ts';
import { workspaceIdsIn } from './project-members.ts';
import { type Access, adminRights, everyProjectRight, type ProjectRight, projectRightsOf, readRights, rightsOf, type WorkspaceRight, workspaceRights } from './rights.ts';
import type { Project, StoredWorkspace } from './stored.ts';

export const membershipIn = (asking: Asking, organization: string): Membership | undefined =>
  asking.caller.memberships.find((one) => one.organization === organization);

/** The organization of the path's `{organization_name}` (or another parameter), 404 unless the caller belongs to it. */
export const organizationHere = async (asking: Asking, parameter = 'organization_name'): Promise<Rec<Organization>> => {
  const name = asking.params[parameter]!;
  const found = membershipIn(asking, name) && await asking.tx.byKey<Organization>('organizations', '', name);
  if (!found) throw notFound(`the organization "${name}"`);
  return found;
};

/** Owners, teams that were given the right, and the organization's own token. `manage-x` includes `read-x`. */
export const mayIn = (asking: Asking, organization: string, right: OrganizationRight): boolean => {
  const member = membershipIn(asking, organization);
  if (!member) return false;
  return member.owner || member.access.has(right) || (right.startsWith('read-') && member.access.has(right.replace('read-', 'manage-') as OrganizationRight))
    || (right === 'read-projects' && (member.access.has('manage-workspaces') || member.access.has('read-workspaces')));
};
/** A thing of an organization: 404 unless it is there, the caller belongs to that organization and has the right, where one is named. */
export const ofMember = <T>(asking: Asking, record: Rec<T> | undefined, what: string, right: OrganizationRight | false = false): Rec<T> => {
  if (!record || !membershipIn(asking, record.scope) || (right !== false && !mayIn(asking, record.scope, right))) throw notFound(what);
  return record;
};
export const needIn = (asking: Asking, organization: string, right: OrganizationRight, what?: string): void => {
  if (!mayIn(asking, organization, right)) throw notFound(what);
};

const given = async (asking: Asking, kind: 'team-workspaces' | 'team-projects', to: string, teams: readonly string[]): Promise<readonly Access[]> =>
  teams.length === 0 ? [] : (await asking.tx.links(kind, { to })).filter((link) => teams.includes(link.from)).map((link) => link.note as Access);

const mayForceDelete = async (asking: Asking, organization: string): Promise<boolean> => {
  const record = await asking.tx.byKey<Organization>('organizations', '', organization);
  return record !== undefined && settingIn(record.body, asking.settings, 'workspaceAdminsForceDelete');
};

type Workspace = Rec<StoredWorkspace>;

const everyWorkspaceRight: ReadonlySet<WorkspaceRight> = new Set(workspaceRights);
const noRight: ReadonlySet<WorkspaceRight> = new Set();

/** Everything the caller may do with each of these workspaces of one organization, by id: one question for each kind of access. */
export const rightsOnEach = async (asking: Asking, workspaces: readonly Workspace[]): Promise<ReadonlyMap<string, ReadonlySet<WorkspaceRight>>> => {
  const organization = workspaces[0]?.scope ?? '';
  const member = membershipIn(asking, organization);
  if (!member || member.owner) return new Map(workspaces.map(({ id }) => [id, member ? everyWorkspaceRight : noRight]));
  const base = [...(member.access.has('manage-workspaces') ? adminRights : []), ...(member.access.has('read-workspaces') ? readRights : [])];
  const accessTo = async (kind: 'team-workspaces' | 'team-projects', to: readonly string[]) => (member.teams.length === 0 ? []
    : (await asking.tx.links(kind, { to: to.length === 1 ? to[0]! : to })).filter((link) => member.teams.includes(link.from)));
  const direct = await accessTo('team-workspaces', workspaces.map(({ id }) => id));
  const throughProject = await accessTo('team-projects', [...new Set(workspaces.map(({ body }) => body.project))]);
  const forced = await mayForceDelete(asking, organization);
  return new Map(workspaces.map(({ id, body }) => {
    const accesses = [...direct.filter((link) => link.to === id), ...throughProject.filter((link) => link.to === body.project)];
    const rights = new Set<WorkspaceRight>([...base, ...accesses.flatMap((link) => rightsOf(link.note as Access))]);
    if (forced && rights.has('update')) rights.add('force-delete');
    return [id, rights];
  }));
};

/** Everything the caller may do with a workspace; empty: it does not exist for this caller. */
export const rightsOn = async (asking: Asking, workspace: Workspace): Promise<ReadonlySet<WorkspaceRight>> =>
  (await rightsOnEach(asking, [workspace])).get(workspace.id)!;

/** `may(asking, 'lock', workspace)`. To see a workspace at all is `read-run` (spec 1, Authentication 3). */
export const may = async (asking: Asking, right: WorkspaceRight, workspace: Workspace): Promise<boolean> => (await rightsOn(asking, workspace)).has(right);

/** 404 without the right; for `force-delete` 403 when the workspace may at least be seen. */
export const need = async (asking: Asking, right: WorkspaceRight, workspace: Workspace): Promise<void> => {
  const rights = await rightsOn(asking, workspace);
  if (rights.has(right)) return;
  if (right === 'force-delete' && rights.has('read-run')) throw forbidden('only an owner of the organization may force the deletion of this workspace');
  throw notFound(`the workspace ${workspace.id}`);
};

type Permissions = { readonly [name: string]: boolean };
const permissionsMade = new WeakMap<ReadonlySet<WorkspaceRight>, Permissions>();

/** The `permissions` object of a workspace document; made once for a set of rights, as owners all have the same. */
export const permissionsObject = (rights: ReadonlySet<WorkspaceRight>): Permissions => {
  let made = permissionsMade.get(rights);
  if (!made) permissionsMade.set(rights, made = Object.fromEntries(workspaceRights.map((right) => [`can-${right}`, rights.has(right)])));
  return made;
};

/** Ids of the organization's workspaces the caller may see; undefined: all of them. */
export const readableWorkspaces = async (asking: Asking, organization: string): Promise<readonly string[] | undefined> => {
  if (mayIn(asking, organization, 'read-workspaces')) return undefined;
  const teams = membershipIn(asking, organization)?.teams ?? [];
  if (teams.length === 0) return [];
  const direct = (await asking.tx.links('team-workspaces', { from: teams })).map((link) => link.to);
  const projects = [...new Set((await asking.tx.links('team-projects', { from: teams })).map((link) => link.to))];
  return [...new Set([...direct, ...await workspaceIdsIn(asking.tx, projects)])];
};

export const projectRightsOn = async (asking: Asking, project: Rec<Project>): Promise<ReadonlySet<ProjectRight>> => {
  const member = membershipIn(asking, project.scope);
  if (!member) return new Set();
  if (member.owner || member.access.has('manage-projects')) return new Set(everyProjectRight);
  const rights = new Set<ProjectRight>();
  if (member.access.has('manage-workspaces')) (['read', 'create-workspace', 'move-workspace', 'manage-varsets'] as const).forEach((right) => rights.add(right));
  if (mayIn(asking, project.scope, 'read-projects')) rights.add('read');
  for (const access of await given(asking, 'team-projects', project.id, member.teams)) projectRightsOf(access).forEach((right) => rights.add(right));
  return rights;
};
export const needProject = async (asking: Asking, right: ProjectRight, project: Rec<Project>): Promise<void> => {
  if (!(await projectRightsOn(asking, project)).has(right)) throw notFound(`the project ${project.id}`);
};

/** Ids of the organization's projects the caller may see; undefined: all of them. */
export const readableProjects = async (asking: Asking, organization: string): Promise<readonly string[] | undefined> => {
  if (mayIn(asking, organization, 'read-projects')) return undefined;
  const teams = membershipIn(asking, organization)?.teams ?? [];
  return teams.length === 0 ? [] : [...new Set((await asking.tx.links('team-projects', { from: teams })).map((link) => link.to))];
};
