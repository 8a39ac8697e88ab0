import type { Route } from '../../http/route.ts';
import { routes as deliveries } from './webhook-deliveries.ts';
import { routes as webhooks } from './webhooks.ts';

/** The endpoints of outbound webhooks and their deliveries. */
export const routes: readonly Route[] = [webhooks, deliveries].flat();
