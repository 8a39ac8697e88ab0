import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { hasOrganizationRight, findMembership, getProjectRights } from '../../access/permissions.ts';
import type { StoredProject } from '../projects/stored.ts';
import type { StoredVariableSet } from './stored.ts';
import { selectVisibleVariableSets, type VariableSetRight } from './visible-variable-sets.ts';

/** Who manages all workspaces; of a project's own set, who manages the sets of that project. */
export const canManageVariableSets = async (
  ctx: RequestContext,
  parent: StoredVariableSet['parent'],
  organization: string,
): Promise<boolean> => {
  if (parent.type === 'organizations') return hasOrganizationRight(ctx, organization, 'manage-workspaces');
  const project = await ctx.tx.get<StoredProject>('projects', parent.id);
  return project !== undefined && (await getProjectRights(ctx, project)).has('manage-varsets');
};

/** Which sets of one organization the caller can see (`read-run`), or read the variables of (`read-variable`), by ID. */
export const selectReadableVariableSets = async (
  ctx: RequestContext,
  sets: readonly StoredRecord<StoredVariableSet>[],
  right: VariableSetRight,
): Promise<ReadonlySet<string>> => {
  const organization = sets[0]?.scope;
  if (organization === undefined || !findMembership(ctx, organization)) return new Set();
  const visible = await selectVisibleVariableSets(ctx, organization, sets, right);
  const others = sets.filter(({ id }) => !visible.has(id));
  const managed = await Promise.all(others.map(({ body }) => canManageVariableSets(ctx, body.parent, organization)));
  return new Set([...visible, ...others.filter((_, at) => managed[at]).map(({ id }) => id)]);
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
  const visible = purpose === 'manage' ? undefined : await selectVisibleVariableSets(ctx, varset.scope, [varset], purpose);
  if (!visible?.has(id)) throw notFound(`the variable set ${id}`);
  return varset;
};
