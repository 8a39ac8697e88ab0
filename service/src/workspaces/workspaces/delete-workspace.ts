import { noContent } from '../../json-api/responses.ts';
import { conflict } from '../../http/problem.ts';
import type { RequestContext, RouteResponse } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { deleteChildren } from '../../nouns/delete-record.ts';

import { triggerSourceLink } from '../run-triggers/stored.ts';
import { findUnusedTags } from '../tags/flat-tags.ts';
import { requireWorkspace } from './require-workspace.ts';
import { describeLockHolder } from './lock-holder.ts';
import { isStatePending, type StoredStateVersion } from '../state-versions/stored.ts';
import type { StoredWorkspace } from './stored.ts';

/**
 * Deletes a workspace with all records that belong to it, and the run triggers of others whose source it is. All reads precede the writes.
 */
export const deleteWorkspaceRecords = async (tx: Transaction, { id }: StoredRecord<StoredWorkspace>): Promise<void> => {
  const [tags, triggers] = await Promise.all([tx.listLinks('workspace-tags', { from: id }), tx.listLinks(triggerSourceLink, { to: id })]);
  const unused = await findUnusedTags(
    tx,
    tags.map(({ to }) => to),
    id,
  );
  await deleteChildren(tx, 'workspaces', id);
  await tx.deleteMany({ kinds: ['run-triggers'], ids: triggers.map(({ from }) => from) });
  await tx.deleteMany({ kinds: ['tags'], ids: unused });
  await tx.delete('workspaces', id);
};

/** Deletes a workspace only if it manages no resources and is not in use. */
export const safeDelete = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'destroy');
  const { body } = workspace;
  if (body.lock)
    throw conflict(`Workspace is currently locked by ${await describeLockHolder(ctx, body.lock)}: unlock it before it is deleted`);
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

/** Deletes the workspace even if it manages resources (spec 1, Force delete). */
export const forceDelete = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  await deleteWorkspaceRecords(ctx.tx, await requireWorkspace(ctx, 'force-delete'));
  return noContent;
};
