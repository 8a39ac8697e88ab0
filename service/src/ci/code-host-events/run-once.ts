import type { RouteResponse } from '../../http/route.ts';
import type { ActorContext } from '../pipelines/start-pipeline.ts';
import type { InboundDelivery } from './event-records.ts';

/** How long a delivery is stored: code hosts do not repeat one after that. */
const deliveryRetention = 7 * 86_400_000;
/** Limit of a delivery id, in characters; longer ids are rejected when they are read. */
export const maxDeliveryIdLength = 200;

const deleteExpiredDeliveries = async ({ tx, clock }: ActorContext, scope: string): Promise<void> => {
  const before = clock.now().getTime() - deliveryRetention;
  const { records } = await tx.list<InboundDelivery>({ kind: 'ci-deliveries', scope }, { offset: 0, limit: 20, uncounted: true });
  for (const { id, body } of records) if (Date.parse(body.at) < before) await tx.delete('ci-deliveries', id);
};

/**
 * Handles a delivery once: if it is repeated within seven days, the first response is returned and the work is not run again. If the work
 * fails, the delivery is not stored. Deliveries without an ID are all handled.
 */
export const runOnce = async (
  ctx: ActorContext,
  scope: string,
  delivery: string | undefined,
  work: () => Promise<RouteResponse>,
): Promise<RouteResponse> => {
  if (delivery === undefined) return work();
  const { tx, clock, newId } = ctx;
  const before = await tx.getByKey<InboundDelivery>('ci-deliveries', scope, delivery);
  if (before) return { status: 200, body: before.body.answer };
  const record = await tx.insert<InboundDelivery>({
    id: newId('uuid'),
    kind: 'ci-deliveries',
    scope,
    key: delivery,
    name: '',
    body: { answer: null, at: clock.now().toISOString() },
  });
  const reply = await work();
  await tx.update<InboundDelivery>(record, { body: { ...record.body, answer: reply.body ?? null } });
  await deleteExpiredDeliveries(ctx, scope);
  return reply;
};
