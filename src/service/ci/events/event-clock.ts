import { startPolling } from '../../beating.ts';
import type { Clock, ServiceSettings } from '../../route.ts';
import type { Store } from '../../store/store.ts';
import { deliver } from './outbound/deliver.ts';
import { fireSchedules } from './schedules/schedule-clock.ts';

/** How often they are looked at, in milliseconds. */
const beat = { schedules: 500, webhooks: 250 };

/** What this part does without being asked: schedules, and what webhooks are told. */
export const eventClock = (store: Store, clock: Clock, settings: () => ServiceSettings, report: (words: string, error: unknown) => void): { stop(): Promise<void> } => {
  const both = [
    startPolling(beat.schedules, 'starting what schedules ask for', () => fireSchedules(store, clock, settings()), report),
    startPolling(beat.webhooks, 'sending to webhooks', () => deliver(store, clock, settings()), report),
  ];
  return { stop: async () => { await Promise.all(both.map((one) => one.stop())); } };
};
