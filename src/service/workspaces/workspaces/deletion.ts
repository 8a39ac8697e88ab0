import { noContent } from '../../json-api/reply.ts';
import { conflict } from '../../problem.ts';
import type { Asking, Reply } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { dropUnused } from './flat-tags.ts';
import { workspaceHere } from './here.ts';
import { holderWords } from './lock.ts';
import { awaitedState } from './state-versions.ts';
import type { Workspace } from './stored.ts';

/** A workspace with everything that lives in it. */
export const dropWorkspace = async (tx: Transaction, workspace: Rec<Workspace>): Promise<void> => {
  const tags = (await tx.links('workspace-tags', { from: workspace.id })).map((link) => link.to);
  for (const kind of ['vars', 'state-contents', 'state-readings', 'state-versions', 'runs', 'configuration-versions'])
    for (const record of (await tx.list({ kind, scope: workspace.id })).records) await tx.delete(kind, record.id);
  await tx.delete('workspaces', workspace.id);
  await dropUnused(tx, tags);
};

/** Only what manages nothing, and what nobody works in, is deleted safely. */
export const safeDelete = async (asking: Asking<Transaction>): Promise<Reply> => {
  const workspace = await workspaceHere(asking, 'destroy');
  const { body } = workspace;
  if (body.lock) throw conflict(`the workspace is locked by ${holderWords(body.lock)}; unlock it before it is deleted`);
  if (await awaitedState(asking.tx, workspace.id)) throw conflict('the latest state of the workspace is being processed to discover its resources; try again later');
  if (body.resourceCount > 0) throw conflict(`the workspace is not safe to delete: it is still managing ${body.resourceCount} ${body.resourceCount === 1 ? 'resource' : 'resources'}`);
  await dropWorkspace(asking.tx, workspace);
  return noContent;
};

/** Whatever it manages (spec 1, Force delete). */
export const forceDelete = async (asking: Asking<Transaction>): Promise<Reply> => {
  await dropWorkspace(asking.tx, await workspaceHere(asking, 'force-delete'));
  return noContent;
};
