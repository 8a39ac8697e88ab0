import type { Clock } from '../http/route.ts';
import type { NewRecord, Store, StoredRecord, Transaction } from '../store/store.ts';
import { describeResult, isAccepted, postWebhook, type WebhookRequest, type WebhookResult } from './post-webhook.ts';

/** The members that every queued delivery has beside its content. */
export interface QueuedDelivery {
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  /** When the next attempt is due. */
  readonly dueAt: string;
  /** The result of the last attempt: an HTTP status, or the reason why there is none. */
  readonly answer: string | null;
}

/** A queue of requests that leave the service: records of one kind. */
export interface DeliveryQueue<D extends QueuedDelivery> {
  readonly kind: string;
  /** Links `all` → each delivery that waits: found without looking at those that are over. */
  readonly link: string;
  /** Milliseconds between attempts; after the last delay and one more attempt the delivery has failed. */
  readonly retryDelays: readonly number[];
  /** Whether `buildRequest` only reads: then a claim waits for no other unit of work. */
  readonly claimsAlone?: true;
  /** The request as it is to be sent now; undefined: what it is about was deleted, and the delivery goes, too. */
  buildRequest(tx: Transaction, record: StoredRecord<D>): Promise<WebhookRequest | undefined>;
  /** Runs in the transaction that keeps the result of an attempt. */
  afterAttempt?(tx: Transaction, attempt: DeliveryAttempt<D>): Promise<void>;
}
export interface DeliveryAttempt<D extends QueuedDelivery> {
  /** The delivery, with its state after the attempt. */
  readonly record: StoredRecord<D>;
  readonly request: WebhookRequest;
  readonly result: WebhookResult;
}

/** Retry delays for webhooks that no run waits for. */
export const patientRetryDelays: readonly number[] = [10_000, 60_000, 300_000, 1_800_000, 7_200_000];
/** Requests of one queue at the same time. */
const maxConcurrentRequests = 10;

/** Queues a delivery that is due at once; background work sends it after the transaction. */
export const enqueueDelivery = async <D extends QueuedDelivery>(
  tx: Transaction,
  { link }: Pick<DeliveryQueue<D>, 'link'>,
  record: NewRecord<D>,
): Promise<StoredRecord<D>> => {
  const queued = await tx.insert<D>(record);
  await tx.link(link, 'all', queued.id);
  return queued;
};

/** Deletes the oldest deliveries of a scope beyond `most`, but none that waits. */
export const deleteOldDeliveries = async (tx: Transaction, kind: string, scope: string, most: number): Promise<void> => {
  const total = await tx.count({ kind, scope });
  if (total <= most) return;
  const { records } = await tx.list<QueuedDelivery>({ kind, scope }, { offset: 0, limit: total - most, uncounted: true });
  for (const { id, body } of records) if (body.state !== 'waiting') await tx.delete(kind, id);
};

const listDueDeliveries = (store: Store, { kind, link }: Pick<DeliveryQueue<never>, 'kind' | 'link'>, now: number) =>
  store.read(async (view): Promise<readonly string[]> => {
    const links = await view.listLinks(link, { from: 'all' });
    if (links.length === 0) return [];
    const waiting = await view.getMany<QueuedDelivery>(
      kind,
      links.map(({ to }) => to),
    );
    return waiting.filter(({ body }) => Date.parse(body.dueAt) <= now).map(({ id }) => id);
  });

/** A delivery that this process sends. */
interface ClaimedDelivery<D extends QueuedDelivery> {
  readonly record: StoredRecord<D>;
  readonly request: WebhookRequest;
}

/**
 * Claims a due delivery: before it is sent, its next attempt is scheduled. So only one process sends it, and it is sent again if that
 * process is lost. Undefined if another process claimed it, or if what it is about was deleted.
 */
const claimDelivery = <D extends QueuedDelivery>(
  store: Store,
  clock: Clock,
  queue: DeliveryQueue<D>,
  id: string,
): Promise<ClaimedDelivery<D> | undefined> =>
  store.write(
    async (tx) => {
      const [record, now] = [await tx.claim<D>(queue.kind, id), clock.now().getTime()];
      if (!record || record.body.state !== 'waiting' || Date.parse(record.body.dueAt) > now) return undefined;
      const request = await queue.buildRequest(tx, record);
      if (request === undefined) {
        await tx.unlink(queue.link, 'all', id);
        await tx.delete(queue.kind, id);
        return undefined;
      }
      const attempts = record.body.attempts + 1;
      const dueAt = new Date(now + (queue.retryDelays[attempts - 1] ?? queue.retryDelays.at(-1)!)).toISOString();
      return { record: await tx.update<D>(record, { body: { ...record.body, attempts, dueAt } }), request };
    },
    queue.claimsAlone ? [] : undefined,
  );

const recordResult = <D extends QueuedDelivery>(
  store: Store,
  queue: DeliveryQueue<D>,
  { record: claimed, request }: ClaimedDelivery<D>,
  result: WebhookResult,
): Promise<void> =>
  store.write(async (tx) => {
    const record = await tx.get<D>(queue.kind, claimed.id);
    // Another attempt began in the meantime: its result counts.
    if (record?.version !== claimed.version) return;
    const state = isAccepted(result) ? 'delivered' : record.body.attempts > queue.retryDelays.length ? 'failed' : 'waiting';
    const changed = await tx.update<D>(record, { body: { ...record.body, state, answer: describeResult(result) } });
    if (state !== 'waiting') await tx.unlink(queue.link, 'all', record.id);
    await queue.afterAttempt?.(tx, { record: changed, request, result });
  });

/** Sends the due deliveries of a queue; returns how many were sent, including failed ones. */
export const sendDueDeliveries = async <D extends QueuedDelivery>(store: Store, clock: Clock, queue: DeliveryQueue<D>): Promise<number> => {
  const ids = [...(await listDueDeliveries(store, queue, clock.now().getTime()))];
  let count = 0;
  const sendNext = async (): Promise<void> => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      const claimed = await claimDelivery(store, clock, queue, id);
      if (!claimed) continue;
      await recordResult(store, queue, claimed, await postWebhook(claimed.request));
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentRequests }, sendNext));
  return count;
};
