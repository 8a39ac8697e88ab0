import type { OrganizationRight, RequestContext } from '../http/route.ts';
import type { Link, StoredRecord } from '../store/store.ts';
import {
  findMembership,
  getProjectRights,
  getWorkspaceRights,
  hasOrganizationRight,
  listProjectRights,
  listWorkspaceRights,
} from './permissions.ts';
import type { Team, WorkspaceSummary } from './records.ts';
import { listAccessRights, listProjectAccessRights, type TeamAccess } from './workspace-rights.ts';

/**
 * Nobody gives a right that they do not have: not by adding to a team, nor by its token, its rights, or its access to workspaces and
 * projects. The team of owners has every right, and is managed by owners alone.
 */

/** Rights of these that the caller does not have in the whole organization. */
export const listMissingOrganizationRights = (
  ctx: RequestContext,
  organization: string,
  rights: readonly OrganizationRight[],
): readonly OrganizationRight[] => rights.filter((right) => !hasOrganizationRight(ctx, organization, right));

/** Whether the caller may do on the workspace what `access` allows beyond `old`. */
export const hasWorkspaceAccess = async (
  ctx: RequestContext,
  workspace: StoredRecord<WorkspaceSummary>,
  access: TeamAccess,
  old?: TeamAccess,
): Promise<boolean> => {
  const own = await getWorkspaceRights(ctx, workspace);
  const present = old === undefined ? [] : listAccessRights(old);
  return listAccessRights(access).every((right) => own.has(right) || present.includes(right));
};

/** Stands for all workspaces of the project: there is no access to it alone. */
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
  const own = await listWorkspaceRights(ctx, workspaces);
  return links
    .filter(({ to, note }) => own.has(to) && !listAccessRights(note as TeamAccess).every((right) => own.get(to)!.has(right)))
    .map(({ from }) => from);
};

/** IDs of the teams whose access to projects gives more than the caller has. */
const findExceedingOnProjects = async (ctx: RequestContext, links: readonly Link[]): Promise<readonly string[]> => {
  const projects = await ctx.tx.getMany('projects', [...new Set(links.map(({ to }) => to))]);
  const onWorkspaces = await listWorkspaceRights(ctx, projects.map(toWorkspaces));
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
