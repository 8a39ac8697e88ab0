import type { RequestContext } from '../../route.ts';
import { invalid } from '../read.ts';
import { longestDelivery } from './once.ts';

const names = ['x-github-delivery', 'x-request-id', 'webhook-id', 'idempotency-key'] as const;

/** What the sender calls this delivery, if it calls it anything. 400 for an id that is none. */
export const deliveryOf = (asking: Pick<RequestContext, 'header'>, own?: unknown): string | undefined => {
  const id = typeof own === 'string' ? own : names.map((name) => asking.header(name)).find(Boolean);
  if (id !== undefined && (id.length > longestDelivery || !/^[\x21-\x7e]+$/.test(id))) throw invalid({ detail: `the id of a delivery has 1 to ${longestDelivery} visible ASCII characters` });
  return id;
};
