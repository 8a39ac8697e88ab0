import { noContent } from '../../json-api/responses.ts';
import { conflict } from '../../http/problem.ts';
import type { RequestContext, RouteResponse } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { deleteChildren } from '../../nouns/delete-record.ts';

import { deleteOutboundTriggers } from '../run-triggers/delete-run-triggers.ts';
import { deleteUnusedTags } from '../tags/flat-tags.ts';
import { requireWorkspace } from './require-workspace.ts';
import { describeLockHolder } from './lock.ts';
import { isStatePending, type StoredStateVersion } from '../state-versions/stored.ts';
import type { StoredWorkspace } from './stored.ts';

/** A workspace with everything that lives in it. */
export const deleteWorkspaceRecords = async (tx: Transaction, workspace: StoredRecord<StoredWorkspace>): Promise<void> => {
  const tags = (await tx.listLinks('workspace-tags', { from: workspace.id })).map((link) => link.to);
  await deleteChildren(tx, 'workspaces', [workspace.id]);
  await deleteOutboundTriggers(tx, workspace.id);
  await tx.delete('workspaces', workspace.id);
  await deleteUnusedTags(tx, tags);
};

/** Only what manages nothing, and what nobody works in, is deleted safely. */
export const safeDelete = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'destroy');
  const { body } = workspace;
  if (body.lock) throw conflict(`Workspace is currently locked by ${describeLockHolder(body.lock)}: unlock it before it is deleted`);
  if (await isStatePending(ctx.tx, workspace.id, ctx.clock.now()))
    throw conflict('the latest state of the workspace is being processed to discover its resources; try again later');
  const state =
    body.currentStateVersion === null ? undefined : await ctx.tx.get<StoredStateVersion>('state-versions', body.currentStateVersion);
  if (state?.body.encrypted)
    throw conflict('the workspace is not safe to delete: its state is encrypted, so the service cannot tell whether it manages resources');
  if (body.resourceCount > 0)
    throw conflict(
      'the workspace is not safe to delete: ' +
        `it is still managing ${body.resourceCount} ${body.resourceCount === 1 ? 'resource' : 'resources'}`,
    );
  await deleteWorkspaceRecords(ctx.tx, workspace);
  return noContent;
};

/** Whatever it manages (spec 1, Force delete). */
export const forceDelete = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  await deleteWorkspaceRecords(ctx.tx, await requireWorkspace(ctx, 'force-delete'));
  return noContent;
};
