import { listWorkspaceRights, requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceSummary } from '../../access/records.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { NounAccess, NounParent } from './noun-parent.ts';

type Workspaces = readonly StoredRecord<WorkspaceSummary>[];

/** IDs of the workspaces on which the caller has the right. */
const listPermitted = async (ctx: RequestContext, workspaces: Workspaces, right: WorkspaceRight): Promise<ReadonlySet<string>> => {
  const permitted = new Set<string>();
  for (const organization of new Set(workspaces.map(({ scope }) => scope))) {
    const rights = await listWorkspaceRights(
      ctx,
      workspaces.filter(({ scope }) => scope === organization),
    );
    for (const [id, granted] of rights) if (granted.has(right)) permitted.add(id);
  }
  return permitted;
};

/** Children of a workspace: their scope is its ID. */
export const underWorkspace = (rights: { readonly [access in NounAccess]: WorkspaceRight }): NounParent => ({
  path: '/workspaces/{workspace_id}',
  type: 'workspaces',
  ownsScope: (scope) => scope.startsWith('ws-'),
  scopeOf: (ctx) => ctx.params['workspace_id']!,
  requireScope: async (ctx, access) => {
    const id = ctx.params['workspace_id']!;
    const workspace = await ctx.tx.get<WorkspaceSummary>('workspaces', id);
    if (!workspace) throw notFound(`the workspace ${id}`);
    await requireWorkspaceRight(ctx, rights[access], workspace, `the workspace ${id}`);
    return { scope: id, organization: workspace.scope };
  },
  filterPermitted: async (ctx, records, access) => {
    const workspaces = await ctx.tx.getMany<WorkspaceSummary>('workspaces', [...new Set(records.map(({ scope }) => scope))]);
    const permitted = await listPermitted(ctx, workspaces, rights[access]);
    return records.filter(({ scope }) => permitted.has(scope));
  },
});
