import type { Clock } from '../../http/route.ts';
import { startPolling } from '../../pipeline/polling.ts';
import type { Store } from '../../store/store.ts';
import { auditTrailPeriod } from './audit-trail-period.ts';

/** Entries that one unit deletes, so that other work has its turn. */
const batchSize = 200;
/** Milliseconds. */
const pruneInterval = 60_000;

/** Deletes entries that are older than the period: at most a batch. Returns how many. */
export const pruneAuditTrail = async (store: Store, clock: Clock): Promise<number> => {
  const before = new Date(clock.now().getTime() - auditTrailPeriod).toISOString();
  if (!(await store.read((view) => view.auditTrail.hasOlder(before, batchSize)))) return 0;
  return store.write((tx) => tx.auditTrail.prune(before, batchSize));
};

/** Deletes old entries until stopped. */
export const startAuditTrailPolling = (
  store: Store,
  clock: Clock,
  report: (message: string, error: unknown) => void,
): { stop(): Promise<void> } =>
  startPolling(pruneInterval, 'deleting old entries of audit trails', () => pruneAuditTrail(store, clock), report);
