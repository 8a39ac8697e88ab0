import { requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { StoredRun } from './stored.ts';

export interface RunInWorkspace {
  readonly run: StoredRecord<StoredRun>;
  readonly workspace: StoredRecord<StoredWorkspace>;
}

/** The run of this id with its workspace; 404 about `what` unless the caller has the right there. */
export const findRunInWorkspace = async (
  ctx: RequestContext,
  id: string | undefined,
  right: WorkspaceRight,
  what: string,
): Promise<RunInWorkspace> => {
  const run = id === undefined ? undefined : await ctx.tx.get<StoredRun>('runs', id);
  const workspace = run && (await ctx.tx.get<StoredWorkspace>('workspaces', run.body.workspace));
  if (!run || !workspace) throw notFound(what);
  await requireWorkspaceRight(ctx, right, workspace, what);
  return { run, workspace };
};

/** Requires the rights for effects of a run besides resources: an upgrade sets variables. Throws 404. */
export const requireAimRights = async (
  ctx: RequestContext,
  { id, body }: StoredRecord<StoredRun>,
  workspace: StoredRecord<StoredWorkspace>,
): Promise<void> => {
  if ((body.aim.variables ?? []).length > 0) await requireWorkspaceRight(ctx, 'update-variable', workspace, `the run ${id}`);
};

/** The run of the path's `{run_id}`. */
export const requireRun = async (ctx: RequestContext, right: WorkspaceRight): Promise<StoredRecord<StoredRun>> => {
  const id = ctx.params['run_id']!;
  return (await findRunInWorkspace(ctx, id, right, `the run ${id}`)).run;
};
