import { forbidden, notFound } from '../http/problem.ts';
import { type Organization, resolveOrganizationSetting } from './records.ts';
import type { RequestContext, Membership, OrganizationRight } from '../http/route.ts';
import type { StoredRecord } from '../store/store.ts';
import { listRightsOfRun } from './run-rights.ts';
import {
  type TeamAccess,
  adminRights,
  allProjectRights,
  allWorkspaceRights,
  organizationTokenProjectRights,
  organizationTokenRights,
  type ProjectRight,
  listProjectAccessRights,
  readRights,
  seenRights,
  listAccessRights,
  type WorkspaceRight,
  workspaceRights,
} from './workspace-rights.ts';
import type { WorkspaceSummary } from './records.ts';

/** The caller and the organization: all that a right depends on. */
export type RightsContext = Pick<RequestContext, 'tx' | 'caller' | 'settings'>;

export const findMembership = (ctx: Pick<RequestContext, 'caller'>, organization: string): Membership | undefined =>
  ctx.caller.memberships.find((one) => one.organization === organization);

/** The organization of the path's `{organization_name}` (or another parameter), 404 unless the caller belongs to it. */
export const requireOrganization = async (ctx: RequestContext, parameter = 'organization_name'): Promise<StoredRecord<Organization>> => {
  const name = ctx.params[parameter]!;
  const found = findMembership(ctx, name) && (await ctx.tx.getByKey<Organization>('organizations', '', name));
  if (!found) throw notFound(`the organization "${name}"`);
  return found;
};

/** Owners, teams that were given the right, and the organization's own token. `manage-x` includes `read-x`. */
export const hasOrganizationRight = (ctx: Pick<RequestContext, 'caller'>, organization: string, right: OrganizationRight): boolean => {
  const member = findMembership(ctx, organization);
  if (!member) return false;
  return (
    member.owner ||
    member.access.has(right) ||
    (right.startsWith('read-') && member.access.has(right.replace('read-', 'manage-') as OrganizationRight)) ||
    (right === 'read-projects' && (member.access.has('manage-workspaces') || member.access.has('read-workspaces')))
  );
};
/**
 * Returns a record of an organization. Throws 404 unless it exists, the caller belongs to that organization, and has the right if one is
 * given.
 */
export const requireMemberRecord = <T>(
  ctx: RequestContext,
  record: StoredRecord<T> | undefined,
  what: string,
  right: OrganizationRight | false = false,
): StoredRecord<T> => {
  if (!record || !findMembership(ctx, record.scope) || (right !== false && !hasOrganizationRight(ctx, record.scope, right)))
    throw notFound(what);
  return record;
};
/** Requires a right on the organization that the path names. Throws 404 without it. */
export const requireOrganizationRight = (ctx: RequestContext, organization: string, right: OrganizationRight): void => {
  if (!hasOrganizationRight(ctx, organization, right)) throw notFound(`the organization "${organization}"`);
};

const canForceDelete = async (ctx: RightsContext, organization: string): Promise<boolean> => {
  const record = await ctx.tx.getByKey<Organization>('organizations', '', organization);
  return record !== undefined && resolveOrganizationSetting(record.body, ctx.settings, 'workspaceAdminsForceDelete');
};

type WorkspaceRecord = StoredRecord<WorkspaceSummary>;

const noRights: ReadonlySet<WorkspaceRight> = new Set();

/** An organization's token, which is no person and no team. */
export const isOrganizationToken = ({ caller }: Pick<RequestContext, 'caller'>): boolean =>
  caller.kind === 'organization' && caller.purpose === undefined;

/**
 * Rights that let their holder see all runs, but neither variables nor states: they decide on policies, on runs that policies hold up, and
 * on where runs happen.
 */
const decidingRights = ['manage-policies', 'manage-policy-overrides', 'manage-agent-pools'] as const;

/** Whether the caller sees every workspace of the organization, and its runs. */
export const seesAllWorkspaces = (ctx: Pick<RequestContext, 'caller'>, organization: string): boolean =>
  hasOrganizationRight(ctx, organization, 'read-workspaces') ||
  decidingRights.some((right) => hasOrganizationRight(ctx, organization, right));

/** The rights of an organization's member on each of its workspaces, apart from what teams were given on single workspaces. */
const listBaseWorkspaceRights = (
  ctx: Pick<RequestContext, 'caller'>,
  organization: string,
  { access }: Membership,
): readonly WorkspaceRight[] => {
  if (access.has('manage-workspaces')) return isOrganizationToken(ctx) ? organizationTokenRights : adminRights;
  if (access.has('read-workspaces')) return readRights;
  return seesAllWorkspaces(ctx, organization) ? seenRights : [];
};

/** Everything the caller may do with each of these workspaces of one organization, by id: one question for each kind of access. */
export const listWorkspaceRights = async (
  ctx: RightsContext,
  workspaces: readonly WorkspaceRecord[],
): Promise<ReadonlyMap<string, ReadonlySet<WorkspaceRight>>> => {
  const organization = workspaces[0]?.scope ?? '';
  const member = findMembership(ctx, organization);
  if (member && ctx.caller.runWorkspace !== undefined) return listRightsOfRun(ctx, ctx.caller.runWorkspace, workspaces);
  if (!member || member.owner) return new Map(workspaces.map(({ id }) => [id, member ? allWorkspaceRights : noRights]));
  const base = listBaseWorkspaceRights(ctx, organization, member);
  const accessTo = async (kind: 'team-workspaces' | 'team-projects', to: readonly string[]) =>
    member.teams.length === 0
      ? []
      : (await ctx.tx.listLinks(kind, { to: to.length === 1 ? to[0]! : to })).filter((link) => member.teams.includes(link.from));
  const [direct, throughProject, forced] = await Promise.all([
    accessTo(
      'team-workspaces',
      workspaces.map(({ id }) => id),
    ),
    accessTo('team-projects', [...new Set(workspaces.map(({ body }) => body.project))]),
    canForceDelete(ctx, organization),
  ]);
  return new Map(
    workspaces.map(({ id, body }) => {
      const accesses = [...direct.filter((link) => link.to === id), ...throughProject.filter((link) => link.to === body.project)];
      const rights = new Set<WorkspaceRight>([...base, ...accesses.flatMap((link) => listAccessRights(link.note as TeamAccess))]);
      if (forced && rights.has('update')) rights.add('force-delete');
      return [id, rights];
    }),
  );
};

/** Everything the caller may do with a workspace; empty: it does not exist for this caller. */
export const getWorkspaceRights = async (ctx: RightsContext, workspace: WorkspaceRecord): Promise<ReadonlySet<WorkspaceRight>> =>
  (await listWorkspaceRights(ctx, [workspace])).get(workspace.id)!;

/** `may(asking, 'lock', workspace)`. The right to see a workspace is `read-run` (spec 1, Authentication 3). */
export const hasWorkspaceRight = async (ctx: RequestContext, right: WorkspaceRight, workspace: WorkspaceRecord): Promise<boolean> =>
  (await getWorkspaceRights(ctx, workspace)).has(right);

/**
 * Throws 404 without the right; for `force-delete` 403 if the caller can see the workspace. `what`: the name in the message, as the request
 * spelled it. It must be the text that is used for a workspace that does not exist.
 */
export const requireWorkspaceRight = async (
  ctx: RequestContext,
  right: WorkspaceRight,
  workspace: WorkspaceRecord,
  what: string,
): Promise<void> => {
  const rights = await getWorkspaceRights(ctx, workspace);
  if (rights.has(right)) return;
  if (right === 'force-delete' && rights.has('read-run'))
    throw forbidden('only an owner of the organization may force the deletion of this workspace');
  throw notFound(what);
};

type Permissions = { readonly [name: string]: boolean };
const permissionsCache = new WeakMap<ReadonlySet<WorkspaceRight>, Permissions>();

/** The `permissions` object of a workspace document, cached by set of rights: all owners share one. */
export const renderPermissions = (rights: ReadonlySet<WorkspaceRight>): Permissions => {
  let permissions = permissionsCache.get(rights);
  if (!permissions)
    permissionsCache.set(rights, (permissions = Object.fromEntries(workspaceRights.map((right) => [`can-${right}`, rights.has(right)]))));
  return permissions;
};

/** The rights of an organization's member on each of its projects, apart from what teams were given on single projects. */
const listBaseProjectRights = (ctx: RequestContext, organization: string, member: Membership): readonly ProjectRight[] => {
  if (member.owner) return allProjectRights;
  if (member.access.has('manage-projects')) return isOrganizationToken(ctx) ? organizationTokenProjectRights : allProjectRights;
  if (member.access.has('manage-workspaces')) return ['read', 'queue-apply', 'update-variable'];
  return hasOrganizationRight(ctx, organization, 'read-projects') ? ['read'] : [];
};

/**
 * The project in which `manage-workspaces` by itself allows the creation of workspaces: the default project. Undefined: no project, or
 * every one.
 */
const findCreationProject = async (ctx: RequestContext, organization: string, member: Membership): Promise<string | undefined> => {
  if (member.owner || member.access.has('manage-projects') || !member.access.has('manage-workspaces')) return undefined;
  return (await ctx.tx.getByKey<Organization>('organizations', '', organization))?.body.defaultProject;
};

/** Everything the caller may do with each of these projects of one organization, by ID: one look-up for all. */
export const listProjectRights = async (
  ctx: RequestContext,
  projects: readonly StoredRecord<unknown>[],
): Promise<ReadonlyMap<string, ReadonlySet<ProjectRight>>> => {
  const organization = projects[0]?.scope ?? '';
  const member = findMembership(ctx, organization);
  if (!member) return new Map(projects.map(({ id }) => [id, new Set()]));
  const base = listBaseProjectRights(ctx, organization, member);
  const to = projects.map(({ id }) => id);
  const mayHaveMore = base !== allProjectRights && member.teams.length > 0 && to.length > 0;
  const [links, creating] = await Promise.all([
    mayHaveMore ? ctx.tx.listLinks('team-projects', { to }) : [],
    findCreationProject(ctx, organization, member),
  ]);
  const own = links.filter(({ from }) => member.teams.includes(from));
  return new Map(
    to.map((id) => {
      const given = own.filter((link) => link.to === id).flatMap(({ note }) => listProjectAccessRights(note as TeamAccess));
      return [id, new Set([...base, ...(id === creating ? (['create-workspace'] as const) : []), ...given])];
    }),
  );
};
export const getProjectRights = async (ctx: RequestContext, project: StoredRecord<unknown>): Promise<ReadonlySet<ProjectRight>> =>
  (await listProjectRights(ctx, [project])).get(project.id)!;
export const requireProjectRight = async (ctx: RequestContext, right: ProjectRight, project: StoredRecord<unknown>): Promise<void> => {
  if (!(await getProjectRights(ctx, project)).has(right)) throw notFound(`the project ${project.id}`);
};

/** IDs of the projects of the organization on which the caller has all of these rights; undefined: on every project. */
export const listProjectsWithRights = async (
  ctx: RequestContext,
  organization: string,
  rights: readonly ProjectRight[],
): Promise<readonly string[] | undefined> => {
  const member = findMembership(ctx, organization);
  const base = new Set(member ? listBaseProjectRights(ctx, organization, member) : []);
  const missing = rights.filter((right) => !base.has(right));
  if (missing.length === 0) return undefined;
  if (!member || member.teams.length === 0) return [];
  const given = new Map<string, Set<ProjectRight>>();
  const creating = await findCreationProject(ctx, organization, member);
  if (creating !== undefined) given.set(creating, new Set(['create-workspace']));
  for (const { to, note } of await ctx.tx.listLinks('team-projects', { from: member.teams }))
    given.set(to, new Set([...(given.get(to) ?? []), ...listProjectAccessRights(note as TeamAccess)]));
  return [...given].filter(([, own]) => missing.every((right) => own.has(right))).map(([id]) => id);
};

/** Ids of the organization's projects the caller may see; undefined: all of them. */
export const listReadableProjects = async (ctx: RequestContext, organization: string): Promise<readonly string[] | undefined> => {
  if (hasOrganizationRight(ctx, organization, 'read-projects')) return undefined;
  const teams = findMembership(ctx, organization)?.teams ?? [];
  return teams.length === 0 ? [] : [...new Set((await ctx.tx.listLinks('team-projects', { from: teams })).map((link) => link.to))];
};
