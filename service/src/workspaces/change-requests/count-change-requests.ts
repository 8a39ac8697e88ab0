import type { Transaction } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';

/** Adds to the number of open change requests of a workspace, which its document has. */
export const countChangeRequests = async (tx: Transaction, id: string, change: 1 | -1): Promise<void> => {
  const workspace = await tx.get<StoredWorkspace>('workspaces', id);
  if (!workspace) return;
  const openChangeRequests = Math.max(0, (workspace.body.openChangeRequests ?? 0) + change);
  await tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, openChangeRequests } });
};
