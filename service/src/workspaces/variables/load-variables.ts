import { listWorkspaceRights } from '../../access/permissions.ts';
import type { RequestContext } from '../../http/route.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import type { StoredVariableSet } from '../variable-sets/stored.ts';
import { selectReadableVariableSets } from '../variable-sets/require-variable-set.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { StoredVariable } from './stored.ts';
import { renderVariable } from './variables.ts';

/** Variables of workspaces and variable sets whose variables the caller may read. */
export const loadVariables = async (ctx: RequestContext, ids: readonly string[]): Promise<readonly ResourceObject[]> => {
  const variables = await ctx.tx.getMany<StoredVariable>('vars', ids);
  const scopes = [...new Set(variables.map(({ scope }) => scope))];
  const readable = new Set<string>();
  const workspaces = await ctx.tx.getMany<StoredWorkspace>(
    'workspaces',
    scopes.filter((id) => id.startsWith('ws-')),
  );
  for (const organization of new Set(workspaces.map(({ scope }) => scope))) {
    const group = workspaces.filter(({ scope }) => scope === organization);
    for (const [id, rights] of await listWorkspaceRights(ctx, group)) if (rights.has('read-variable')) readable.add(id);
  }
  const sets = await ctx.tx.getMany<StoredVariableSet>(
    'varsets',
    scopes.filter((id) => !id.startsWith('ws-')),
  );
  for (const organization of new Set(sets.map(({ scope }) => scope))) {
    const group = sets.filter(({ scope }) => scope === organization);
    for (const id of await selectReadableVariableSets(ctx, group, 'read-variable')) readable.add(id);
  }
  return variables
    .filter(({ scope }) => readable.has(scope))
    .map((variable) => renderVariable({ kind: variable.scope.startsWith('ws-') ? 'workspace' : 'varset', id: variable.scope }, variable));
};
