import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { hasOrganizationRight, findMembership, getProjectRights } from '../../access/permissions.ts';
import { listProjectWorkspaceIds } from '../../access/project-workspaces.ts';
import { type TeamAccess, listAccessRights } from '../../access/workspace-rights.ts';
import type { StoredProject } from '../projects/stored.ts';
import type { StoredVariableSet } from './stored.ts';

type VariableSetRight = 'read-run' | 'read-variable';

/**
 * Ids of the organization's sets the caller may see (`read-run`), or whose variables (`read-variable`): those that reach a
 * workspace or project on which a team of the caller has that right. Undefined: all of them.
 */
export const listVisibleVariableSets = async (
  ctx: RequestContext,
  organization: string,
  right: VariableSetRight,
): Promise<ReadonlySet<string> | undefined> => {
  if (hasOrganizationRight(ctx, organization, 'read-workspaces')) return undefined;
  const teams = findMembership(ctx, organization)?.teams ?? [];
  if (teams.length === 0) return new Set();
  const { tx } = ctx;
  const listTargets = async (kind: 'team-workspaces' | 'team-projects') =>
    (await tx.listLinks(kind, { from: teams }))
      .filter((link) => listAccessRights(link.note as TeamAccess).includes(right))
      .map((link) => link.to);
  const [direct, projects] = [await listTargets('team-workspaces'), await listTargets('team-projects')];
  if (direct.length + projects.length === 0) return new Set();
  const homes = (await tx.getMany<{ readonly project: string }>('workspaces', direct)).map((workspace) => workspace.body.project);
  const inside = await listProjectWorkspaceIds(tx, projects);
  const attached = [
    ...(await tx.listLinks('varset-workspaces', { to: [...direct, ...inside] })),
    ...(await tx.listLinks('varset-projects', { to: [...projects, ...homes] })),
  ];
  const others = [
    ...(await tx.list({ kind: 'varsets', scope: organization, body: [{ path: 'global', is: true }] })).records,
    ...(projects.length === 0
      ? []
      : (await tx.list({ kind: 'varsets', scope: organization, body: [{ path: 'parent.id', is: projects }] })).records),
  ];
  return new Set([...attached.map((link) => link.from), ...others.map((record) => record.id)]);
};

/** Who may manage workspaces of the organization; for a project's own set also who manages that project's sets. */
export const canManageVariableSets = async (
  ctx: RequestContext,
  parent: StoredVariableSet['parent'],
  organization: string,
): Promise<boolean> => {
  if (hasOrganizationRight(ctx, organization, 'manage-workspaces')) return true;
  const project = parent.type === 'projects' ? await ctx.tx.get<StoredProject>('projects', parent.id) : undefined;
  return project !== undefined && (await getProjectRights(ctx, project)).has('manage-varsets');
};

/** Whether the caller may see the set (`read-run`), or its variables (`read-variable`). */
export const canSeeVariableSet = async (
  ctx: RequestContext,
  varset: StoredRecord<StoredVariableSet>,
  right: VariableSetRight,
): Promise<boolean> => {
  if (!findMembership(ctx, varset.scope)) return false;
  if (await canManageVariableSets(ctx, varset.body.parent, varset.scope)) return true;
  const visible = await listVisibleVariableSets(ctx, varset.scope, right);
  return visible === undefined || visible.has(varset.id);
};

/** The set of the path. 404 unless the caller may do this to it. */
export const requireVariableSet = async (
  ctx: RequestContext,
  purpose: VariableSetRight | 'manage',
): Promise<StoredRecord<StoredVariableSet>> => {
  const id = ctx.params['varset_id']!;
  const varset = await ctx.tx.get<StoredVariableSet>('varsets', id);
  if (!varset || !findMembership(ctx, varset.scope)) throw notFound(`the variable set ${id}`);
  if (await canManageVariableSets(ctx, varset.body.parent, varset.scope)) return varset;
  const visible = purpose === 'manage' ? new Set<string>() : await listVisibleVariableSets(ctx, varset.scope, purpose);
  if (visible && !visible.has(id)) throw notFound(`the variable set ${id}`);
  return varset;
};
