import type { Clock, ServiceSettings } from '../../http/route.ts';
import { startPendingPolling } from '../../pipeline/polling.ts';
import type { Store } from '../../store/store.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';

/** Milliseconds between two checks for due webhook deliveries. */
const pollInterval = 250;

/** Delivers due webhooks until stopped. */
export const pollWebhooks = (
  store: Store,
  clock: Clock,
  settings: () => ServiceSettings,
  report: (words: string, error: unknown) => void,
): { stop(): Promise<void> } =>
  startPendingPolling(store, pollInterval, 'delivering webhooks', (store) => deliverWebhooks(store, clock, settings()), report);
