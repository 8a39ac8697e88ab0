import { createHmac } from 'node:crypto';
import type { Clock, ServiceSettings } from '../../http/route.ts';
import type { Store, StoredRecord } from '../../store/store.ts';
import type { Webhook } from '../projects/project-records.ts';
import { outboxLink, type WebhookDelivery } from './webhook-delivery-records.ts';
import { buildWebhookMessage } from './webhook-message.ts';
import { postWebhook, type WebhookRequest, type WebhookResult } from './post-webhook.ts';

/** Milliseconds between attempts; after the last delay and one more attempt the delivery has failed. */
const retryDelays = [10_000, 60_000, 300_000, 1_800_000, 7_200_000];
const requestTimeout = 5000;
/** Requests at the same time. */
const maxConcurrentRequests = 10;

const listDueDeliveries = (store: Store, now: number): Promise<readonly string[]> =>
  store.read(async (view) =>
    (
      await view.getMany<WebhookDelivery>(
        'ci-outbox',
        (await view.listLinks(outboxLink, { from: 'all' })).map(({ to }) => to),
      )
    )
      .filter(({ body }) => Date.parse(body.dueAt) <= now)
      .map(({ id }) => id),
  );

const signMessage = ({ secret }: Webhook, body: string): string => `v1=${createHmac('sha256', secret).update(body).digest('hex')}`;

const webhookHeaders = (type: WebhookDelivery['type'], signature: string): WebhookRequest['headers'] => ({
  'content-type': 'application/json',
  'user-agent': 'Slipway-Webhook/1.0',
  'ci-event-type': type,
  'ci-signature': signature,
  // For receivers that were written for the hosted service.
  'circleci-event-type': type,
  'circleci-signature': signature,
});

/** A delivery that this process sends. */
interface ClaimedDelivery {
  readonly record: StoredRecord<WebhookDelivery>;
  readonly request: WebhookRequest;
}

/**
 * Claims a due delivery: before it is sent, its next attempt is scheduled. So only one process sends it, and it is sent again if that
 * process is lost. Undefined if another process claimed it, or if the webhook or the delivery's subject was deleted.
 */
const claimDelivery = (store: Store, clock: Clock, settings: ServiceSettings, id: string): Promise<ClaimedDelivery | undefined> =>
  store.write(async (tx) => {
    const [record, now] = [await tx.get<WebhookDelivery>('ci-outbox', id), clock.now().getTime()];
    if (!record || record.body.state !== 'waiting' || Date.parse(record.body.dueAt) > now) return undefined;
    const webhook = await tx.get<Webhook>('ci-webhooks', record.body.webhook);
    const body = webhook && (await buildWebhookMessage(tx, webhook, record));
    if (!webhook || body === undefined) {
      await tx.unlink(outboxLink, 'all', id);
      await tx.delete('ci-outbox', id);
      return undefined;
    }
    const attempts = record.body.attempts + 1;
    const dueAt = new Date(now + (retryDelays[attempts - 1] ?? retryDelays.at(-1)!)).toISOString();
    const claimed = await tx.update<WebhookDelivery>(record, { body: { ...record.body, attempts, dueAt } });
    const { url, verifyTls } = webhook.body;
    const headers = webhookHeaders(record.body.type, signMessage(webhook.body, body));
    return {
      record: claimed,
      request: { url, body, verifyTls, allowPrivate: settings.ciPrivateWebhooks, timeout: requestTimeout, headers },
    };
  });

const recordResult = (store: Store, claimed: StoredRecord<WebhookDelivery>, result: WebhookResult): Promise<void> =>
  store.write(async (tx) => {
    const record = await tx.get<WebhookDelivery>('ci-outbox', claimed.id);
    // Another attempt has begun: its result counts.
    if (record?.version !== claimed.version) return;
    const isDone = 'status' in result && result.status >= 200 && result.status < 300;
    const state = isDone ? 'delivered' : record.body.attempts > retryDelays.length ? 'failed' : 'waiting';
    await tx.update<WebhookDelivery>(record, {
      body: { ...record.body, state, answer: 'status' in result ? String(result.status) : result.failed },
    });
    if (state !== 'waiting') await tx.unlink(outboxLink, 'all', record.id);
  });

/** Sends the due deliveries; returns how many were sent, whatever the response. */
export const deliverWebhooks = async (store: Store, clock: Clock, settings: ServiceSettings): Promise<number> => {
  const ids = [...(await listDueDeliveries(store, clock.now().getTime()))];
  let count = 0;
  const deliverNext = async (): Promise<void> => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      const claimed = await claimDelivery(store, clock, settings, id);
      if (!claimed) continue;
      await recordResult(store, claimed.record, await postWebhook(claimed.request));
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentRequests }, deliverNext));
  return count;
};
