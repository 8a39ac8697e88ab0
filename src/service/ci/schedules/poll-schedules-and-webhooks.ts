import { startPolling } from '../../pipeline/polling.ts';
import type { Clock, ServiceSettings } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { deliverWebhooks } from '../webhooks/deliver-webhooks.ts';
import { startScheduledPipelines } from './start-scheduled-pipelines.ts';

/** How often they are looked at, in milliseconds. */
const pollIntervals = { schedules: 500, webhooks: 250 };

/** What this part does without being asked: schedules, and what webhooks are told. */
export const pollSchedulesAndWebhooks = (
  store: Store,
  clock: Clock,
  settings: () => ServiceSettings,
  report: (words: string, error: unknown) => void,
): { stop(): Promise<void> } => {
  const both = [
    startPolling(
      pollIntervals.schedules,
      'starting what schedules ask for',
      () => startScheduledPipelines(store, clock, settings()),
      report,
    ),
    startPolling(pollIntervals.webhooks, 'sending to webhooks', () => deliverWebhooks(store, clock, settings()), report),
  ];
  return {
    stop: async () => {
      await Promise.all(both.map((one) => one.stop()));
    },
  };
};
