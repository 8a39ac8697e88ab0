import type { Clock, Settings } from '../../route.ts';
import type { Store } from '../../store/store.ts';
import { beating } from './beating.ts';
import { fireSchedules } from './schedules/schedule-clock.ts';

/** How often schedules are looked at, in milliseconds: they are due by the minute. */
const beat = 500;

/** What this part does without being asked: schedules. */
export const eventClock = (store: Store, clock: Clock, settings: () => Settings, report: (words: string, error: unknown) => void): { stop(): Promise<void> } =>
  beating(beat, 'starting what schedules ask for', () => fireSchedules(store, clock, settings()), report);
