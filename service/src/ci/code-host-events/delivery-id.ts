import type { RequestContext } from '../../http/route.ts';
import { invalidRequest } from '../requests/read-request.ts';
import { maxDeliveryIdLength } from './run-once.ts';

const deliveryHeaders = ['x-github-delivery', 'x-request-id', 'webhook-id', 'idempotency-key'] as const;

/** The sender's id of the delivery, if there is one. 400 for an invalid id. */
export const readDeliveryId = (ctx: Pick<RequestContext, 'header'>, own?: unknown): string | undefined => {
  const id = typeof own === 'string' ? own : deliveryHeaders.map((name) => ctx.header(name)).find(Boolean);
  if (id !== undefined && (id.length > maxDeliveryIdLength || !/^[\x21-\x7e]+$/.test(id)))
    throw invalidRequest({ detail: `the id of a delivery has 1 to ${maxDeliveryIdLength} visible ASCII characters` });
  return id;
};
