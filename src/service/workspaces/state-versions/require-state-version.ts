import { requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import { conflict, notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { describeLockHolder, isHeldByCaller } from '../workspaces/lock.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { StoredStateVersion } from './stored.ts';

/** The state version of the path. 404 unless the caller may do this to its workspace. */
export const requireStateVersion = async (ctx: RequestContext, right: WorkspaceRight): Promise<StoredRecord<StoredStateVersion>> => {
  const id = ctx.params['state_version_id']!;
  const version = await ctx.tx.get<StoredStateVersion>('state-versions', id);
  const workspace = version && (await ctx.tx.get<StoredWorkspace>('workspaces', version.scope));
  const what = `the state version ${id}`;
  if (!version || !workspace) throw notFound(what);
  await requireWorkspaceRight(ctx, right, workspace, what);
  return version;
};

/** The state version of a secret address; 404 unless the secret is right. Needs no token. */
export const requireStateBySecret = async (ctx: RequestContext): Promise<StoredRecord<StoredStateVersion>> => {
  const { state_version_id: id, secret } = ctx.params;
  const version = await ctx.tx.get<StoredStateVersion>('state-versions', id!);
  if (!version || version.body.secret === undefined || version.body.secret !== secret) throw notFound('the state');
  return version;
};

/** States are written under a lock of the caller. Throws 409. */
export const requireOwnLock = (ctx: RequestContext, { body: { lock } }: StoredRecord<StoredWorkspace>): void => {
  if (!lock) throw conflict('the workspace is not locked: lock it before its state is written');
  if (!isHeldByCaller(ctx, lock.holder)) throw conflict(`the workspace is locked by ${describeLockHolder(lock)}`);
};
