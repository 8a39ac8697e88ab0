import type { Clock, ServiceSettings } from '../../http/route.ts';
import { startPendingPolling } from '../../pipeline/polling.ts';
import type { Store } from '../../store/store.ts';
import { startScheduledPipelines } from './start-scheduled-pipelines.ts';

/** Milliseconds between two checks for due schedules. */
const pollInterval = 500;

/** Starts the pipelines of due schedules until stopped. */
export const pollSchedules = (
  store: Store,
  clock: Clock,
  settings: () => ServiceSettings,
  report: (words: string, error: unknown) => void,
): { stop(): Promise<void> } =>
  startPendingPolling(
    store,
    pollInterval,
    'starting scheduled pipelines',
    (store) => startScheduledPipelines(store, clock, settings()),
    report,
  );
