import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredProject } from '../projects/stored.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';

/** Links `all` → each workspace and each project with settings of automatic destruction. */
export const autoDestroyLink = 'auto-destroy';

const keepLink = async (tx: Transaction, id: string, before: boolean, after: boolean): Promise<void> => {
  if (after) await tx.link(autoDestroyLink, 'all', id);
  else if (before) await tx.unlink(autoDestroyLink, 'all', id);
};

const isDestroyedWorkspace = ({ attributes }: Pick<StoredWorkspace, 'attributes'>): boolean =>
  Boolean(attributes['auto-destroy-at']) || Boolean(attributes['auto-destroy-activity-duration']);
/** `before`: what was stored; absent: the workspace is new. Writes nothing unless these settings are used. */
export const indexDestroyedWorkspace = (
  tx: Transaction,
  { id, body }: Pick<StoredRecord<StoredWorkspace>, 'id' | 'body'>,
  before?: StoredWorkspace,
) => keepLink(tx, id, before !== undefined && isDestroyedWorkspace(before), isDestroyedWorkspace(body));

const isDestroyingProject = ({ autoDestroyActivityDuration }: StoredProject): boolean => autoDestroyActivityDuration !== null;
export const indexDestroyingProject = (tx: Transaction, { id, body }: StoredRecord<StoredProject>, before?: StoredProject) =>
  keepLink(tx, id, before !== undefined && isDestroyingProject(before), isDestroyingProject(body));
