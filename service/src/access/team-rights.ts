import type { OrganizationRight, RequestContext } from '../http/route.ts';
import type { Link, StoredRecord } from '../store/store.ts';
import {
  findMembership,
  getProjectRights,
  hasOrganizationRight,
  isOrganizationToken,
  listProjectRights,
  listWorkspaceRights,
} from './permissions.ts';
import type { Team, WorkspaceSummary } from './records.ts';
import { adminRights, listAccessRights, listProjectAccessRights, type TeamAccess, type WorkspaceRight } from './workspace-rights.ts';

/**
 * A caller can give only rights that it has, whether by adding a member to a team, by the team's token, its rights, or its access to
 * workspaces and projects. The team of owners has every right, and only owners manage it. An organization's token can give the rights of an
 * administrator, although it cannot start runs itself; therefore it receives no team's token (decision 139).
 */

const rightsOnTeams = ['manage-teams', 'manage-membership', 'manage-organization-access'] as const;
export type RightOnTeams = (typeof rightsOnTeams)[number];

/** The team of owners is known to all members; other teams are secret unless they say otherwise. */
export const readVisibility = ({ visibility, owners }: Team): 'secret' | 'organization' =>
  visibility ?? (owners ? 'organization' : 'secret');

/** Whether the caller sees all teams including secret ones: an owner, or a caller with `access-secret-teams` and a right on teams. */
export const seesSecretTeams = (ctx: RequestContext, organization: string): boolean =>
  hasOrganizationRight(ctx, organization, 'access-secret-teams') &&
  rightsOnTeams.some((right) => hasOrganizationRight(ctx, organization, right));

export const canSeeTeam = (ctx: RequestContext, { id, scope, body }: StoredRecord<Team>): boolean => {
  const member = findMembership(ctx, scope);
  if (!member) return false;
  return readVisibility(body) === 'organization' || member.teams.includes(id) || seesSecretTeams(ctx, scope);
};

/**
 * Selects, of links from teams to workspaces or projects of one organization, those that the caller can see: links of its own teams and,
 * where `seesOthers` returns true for the target, of all teams that it sees. Owners see all links without a look-up.
 */
export const filterSeenAccess = async (
  ctx: RequestContext,
  organization: string,
  links: readonly Link[],
  seesOthers: (target: string) => boolean,
): Promise<readonly Link[]> => {
  const member = findMembership(ctx, organization);
  if (!member || member.owner) return member ? links : [];
  const isOwn = ({ from }: Link): boolean => member.teams.includes(from);
  const others = links.filter((link) => !isOwn(link) && seesOthers(link.to)).map(({ from }) => from);
  const teams = others.length === 0 ? [] : await ctx.tx.getMany<Team>('teams', [...new Set(others)]);
  const seen = new Set(teams.filter((team) => canSeeTeam(ctx, team)).map(({ id }) => id));
  return links.filter((link) => isOwn(link) || (seesOthers(link.to) && seen.has(link.from)));
};

/**
 * Whether the caller has the right on this team: on the team of owners only owners have it, and on a secret team only callers that can see
 * secret teams.
 */
export const hasRightOnTeam = (ctx: RequestContext, { scope, body }: StoredRecord<Team>, right: RightOnTeams): boolean => {
  if (body.owners) return findMembership(ctx, scope)?.owner === true;
  return hasOrganizationRight(ctx, scope, right) && (readVisibility(body) === 'organization' || seesSecretTeams(ctx, scope));
};

/** Rights of these that the caller does not have in the whole organization. */
export const listMissingOrganizationRights = (
  ctx: RequestContext,
  organization: string,
  rights: readonly OrganizationRight[],
): readonly OrganizationRight[] =>
  isOrganizationToken(ctx) && findMembership(ctx, organization)
    ? []
    : rights.filter((right) => !hasOrganizationRight(ctx, organization, right));

/** The rights that the caller can give on each of these workspaces of one organization, by ID. */
const listGivenRights = async (
  ctx: RequestContext,
  workspaces: readonly StoredRecord<WorkspaceSummary>[],
): Promise<ReadonlyMap<string, ReadonlySet<WorkspaceRight>>> => {
  const own = await listWorkspaceRights(ctx, workspaces);
  if (!isOrganizationToken(ctx)) return own;
  return new Map([...own].map(([id, rights]) => [id, rights.has('update') ? new Set([...rights, ...adminRights]) : rights]));
};

/** Whether the caller may do on the workspace what `access` allows beyond `old`. */
export const hasWorkspaceAccess = async (
  ctx: RequestContext,
  workspace: StoredRecord<WorkspaceSummary>,
  access: TeamAccess,
  old?: TeamAccess,
): Promise<boolean> => {
  const own = (await listGivenRights(ctx, [workspace])).get(workspace.id)!;
  const present = old === undefined ? [] : listAccessRights(old);
  return listAccessRights(access).every((right) => own.has(right) || present.includes(right));
};

/** A placeholder for any workspace of the project: no team has direct access to it, so only rights by project and organization count. */
const toWorkspaces = (project: StoredRecord): StoredRecord<WorkspaceSummary> => ({
  ...project,
  body: { name: '', organization: project.scope, project: project.id },
});

/** Whether the caller may do on the project, and on each of its workspaces, what `access` allows beyond `old`. */
export const hasProjectAccess = async (
  ctx: RequestContext,
  project: StoredRecord,
  access: TeamAccess,
  old?: TeamAccess,
): Promise<boolean> => {
  const own = await getProjectRights(ctx, project);
  const present = old === undefined ? [] : listProjectAccessRights(old);
  if (!listProjectAccessRights(access).every((right) => own.has(right) || present.includes(right))) return false;
  return hasWorkspaceAccess(ctx, { ...toWorkspaces(project), id: '' }, access, old);
};

/** IDs of the teams whose access to workspaces gives more than the caller has. */
const findExceedingOnWorkspaces = async (ctx: RequestContext, links: readonly Link[]): Promise<readonly string[]> => {
  const workspaces = await ctx.tx.getMany<WorkspaceSummary>('workspaces', [...new Set(links.map(({ to }) => to))]);
  const own = await listGivenRights(ctx, workspaces);
  return links
    .filter(({ to, note }) => own.has(to) && !listAccessRights(note as TeamAccess).every((right) => own.get(to)!.has(right)))
    .map(({ from }) => from);
};

/** IDs of the teams whose access to projects gives more than the caller has. */
const findExceedingOnProjects = async (ctx: RequestContext, links: readonly Link[]): Promise<readonly string[]> => {
  const projects = await ctx.tx.getMany('projects', [...new Set(links.map(({ to }) => to))]);
  const onWorkspaces = await listGivenRights(ctx, projects.map(toWorkspaces));
  const own = await listProjectRights(ctx, projects);
  const isWithin = (to: string, access: TeamAccess): boolean =>
    listProjectAccessRights(access).every((right) => own.get(to)!.has(right)) &&
    listAccessRights(access).every((right) => onWorkspaces.get(to)!.has(right));
  return links.filter(({ to, note }) => own.has(to) && !isWithin(to, note as TeamAccess)).map(({ from }) => from);
};

/** IDs of those teams of one organization whose members get no right from them that the caller does not have. */
export const listTeamsWithinRights = async (ctx: RequestContext, teams: readonly StoredRecord<Team>[]): Promise<ReadonlySet<string>> => {
  const organization = teams[0]?.scope ?? '';
  if (findMembership(ctx, organization)?.owner) return new Set(teams.map(({ id }) => id));
  const candidates = teams.filter(({ body }) => !body.owners && listMissingOrganizationRights(ctx, organization, body.access).length === 0);
  const from = candidates.map(({ id }) => id);
  if (from.length === 0) return new Set();
  const exceeding = new Set([
    ...(await findExceedingOnWorkspaces(ctx, await ctx.tx.listLinks('team-workspaces', { from }))),
    ...(await findExceedingOnProjects(ctx, await ctx.tx.listLinks('team-projects', { from }))),
  ]);
  return new Set(from.filter((id) => !exceeding.has(id)));
};

/** Whether the caller has all rights that the members of the team get from it. */
export const hasTeamRights = async (ctx: RequestContext, team: StoredRecord<Team>): Promise<boolean> =>
  (await listTeamsWithinRights(ctx, [team])).has(team.id);

/**
 * Whether the caller reads, makes and deletes tokens of the team: owners those of their team; of another one who manages teams, and its
 * members where it lets them. No organization's token: it would be any team.
 */
export const canManageTeamTokens = (ctx: RequestContext, team: StoredRecord<Team>): boolean => {
  const member = findMembership(ctx, team.scope);
  if (!member || isOrganizationToken(ctx)) return false;
  const isMember = ctx.caller.kind === 'user' && member.teams.includes(team.id) && team.body.allowMemberTokenManagement !== false;
  return (isMember && !team.body.owners) || hasRightOnTeam(ctx, team, 'manage-teams');
};
