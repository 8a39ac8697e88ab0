import type { Clock } from '../../http/route.ts';
import type { BackgroundContext } from '../../pipeline/api-definition.ts';
import type { BackgroundTask } from '../../pipeline/background-tasks.ts';
import type { Store } from '../../store/store.ts';
import { auditTrailPeriod } from './audit-trail-period.ts';

/** Entries that one unit deletes, so that other work has its turn. */
const batchSize = 200;

/** Deletes entries that are older than the period: at most a batch. Returns how many. */
export const pruneAuditTrail = async (store: Store, clock: Clock): Promise<number> => {
  const before = new Date(clock.now().getTime() - auditTrailPeriod).toISOString();
  const oldest = await store.read((view) => view.auditTrail.findOldest(batchSize));
  if (oldest === undefined || oldest >= before) return 0;
  return store.write((tx) => tx.auditTrail.prune(before, batchSize));
};

/** Creates the task that deletes entries older than the retention period. */
export const createAuditTrailTask = ({ store, clock }: BackgroundContext): BackgroundTask => ({
  name: 'deleting old entries of audit trails',
  kinds: [],
  pause: 1000,
  perform: async () => {
    const now = clock.now().getTime();
    if ((await pruneAuditTrail(store, clock)) > 0) return 'again';
    const oldest = await store.read((view) => view.auditTrail.findOldest(batchSize));
    return (oldest === undefined ? now : Date.parse(oldest)) + auditTrailPeriod;
  },
});
