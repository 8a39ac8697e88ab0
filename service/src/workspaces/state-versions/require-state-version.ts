import { hasWorkspaceRight, requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import { conflict, notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { isHeldByCaller } from '../workspaces/lock.ts';
import { describeLockHolder } from '../workspaces/lock-holder.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { StoredStateVersion } from './stored.ts';

export interface StateInWorkspace {
  readonly version: StoredRecord<StoredStateVersion>;
  readonly workspace: StoredRecord<StoredWorkspace>;
}

/** The state version of the path with its workspace. 404 unless the caller may do this to that. */
export const requireStateInWorkspace = async (ctx: RequestContext, right: WorkspaceRight): Promise<StateInWorkspace> => {
  const id = ctx.params['state_version_id']!;
  const version = await ctx.tx.get<StoredStateVersion>('state-versions', id);
  const workspace = version && (await ctx.tx.get<StoredWorkspace>('workspaces', version.scope));
  const what = `the state version ${id}`;
  if (!version || !workspace) throw notFound(what);
  await requireWorkspaceRight(ctx, right, workspace, what);
  return { version, workspace };
};

/** The state version of the path. 404 unless the caller may do this to its workspace. */
export const requireStateVersion = async (ctx: RequestContext, right: WorkspaceRight): Promise<StoredRecord<StoredStateVersion>> =>
  (await requireStateInWorkspace(ctx, right)).version;

/** Whether the caller could create a state version now, and therefore may get upload addresses. */
export const mayUploadState = async (ctx: RequestContext, workspace: StoredRecord<StoredWorkspace>): Promise<boolean> => {
  const { lock } = workspace.body;
  return lock !== null && isHeldByCaller(ctx, lock.holder) && hasWorkspaceRight(ctx, 'create-state-versions', workspace);
};

/** States are written under a lock of the caller. Throws 409. */
export const requireOwnLock = async (ctx: RequestContext, { body: { lock } }: StoredRecord<StoredWorkspace>): Promise<void> => {
  if (!lock) throw conflict('the workspace is not locked: lock it before its state is written');
  if (!isHeldByCaller(ctx, lock.holder)) throw conflict(`the workspace is locked by ${await describeLockHolder(ctx, lock)}`);
};
