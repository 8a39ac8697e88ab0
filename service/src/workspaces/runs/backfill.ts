import type { Store } from '../../store/store.ts';
import { organizationRunsLink, type StoredRun } from './stored.ts';

/** Completes a store of an older release, whose runs are not linked from their organization: it lists them by these links. */
export const backfillRunLinks = async (store: Store): Promise<void> => {
  const isLacking = await store.read(async (view) => {
    const [oldest] = (await view.list({ kind: 'runs' }, { offset: 0, limit: 1, uncounted: true })).records;
    return oldest !== undefined && (await view.listLinks(organizationRunsLink, { to: oldest.id })).length === 0;
  });
  if (!isLacking) return;
  await store.write(async (tx) => {
    for (const { id, body } of (await tx.list<StoredRun>({ kind: 'runs' })).records)
      await tx.link(organizationRunsLink, body.organization, id);
  });
};
