import type { OrganizationRight, RequestContext } from '../http/route.ts';
import type { StoredRecord } from '../store/store.ts';
import { findMembership, getProjectRights, getWorkspaceRights, hasOrganizationRight } from './permissions.ts';
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
  // Stands for all workspaces of the project: there is no access to it alone.
  const body: WorkspaceSummary = { name: '', organization: project.scope, project: project.id };
  return hasWorkspaceAccess(ctx, { ...project, id: '', body }, access, old);
};

/** Whether the caller has all rights that the members of the team get from it. */
export const hasTeamRights = async (ctx: RequestContext, team: StoredRecord<Team>): Promise<boolean> => {
  if (findMembership(ctx, team.scope)?.owner) return true;
  if (team.body.owners || listMissingOrganizationRights(ctx, team.scope, team.body.access).length > 0) return false;
  for (const { to, note } of await ctx.tx.listLinks('team-workspaces', { from: team.id })) {
    const workspace = await ctx.tx.get<WorkspaceSummary>('workspaces', to);
    if (workspace && !(await hasWorkspaceAccess(ctx, workspace, note as TeamAccess))) return false;
  }
  for (const { to, note } of await ctx.tx.listLinks('team-projects', { from: team.id })) {
    const project = await ctx.tx.get('projects', to);
    if (project && !(await hasProjectAccess(ctx, project, note as TeamAccess))) return false;
  }
  return true;
};
