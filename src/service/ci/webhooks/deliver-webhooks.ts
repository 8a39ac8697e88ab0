import { createHmac } from 'node:crypto';
import type { Clock, ServiceSettings } from '../../http/route.ts';
import type { StoredRecord, Store } from '../../store/store.ts';
import { unseal } from '../store-secret.ts';
import type { Webhook } from '../projects/project-records.ts';
import { outboxLink, type WebhookDelivery } from './webhook-delivery-records.ts';
import { buildWebhookMessage } from './webhook-message.ts';
import { postWebhook, type WebhookRequest, type WebhookResult } from './post-webhook.ts';

/** Milliseconds after each attempt until the next; after the last there is none. */
const retryDelays = [10_000, 60_000, 300_000, 1_800_000, 7_200_000];
const requestTimeout = 5000;
/** Requests under way at once. */
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

/**
 * Takes a delivery to be sent: it is due again after a pause, whatever becomes of this attempt, so that one process sends it, and
 * one that is lost with its process is sent again. Undefined: another took it, or there is nothing left to tell or nobody to tell it.
 */
const claimDelivery = (
  store: Store,
  clock: Clock,
  settings: ServiceSettings,
  id: string,
): Promise<{ readonly record: StoredRecord<WebhookDelivery>; readonly sending: WebhookRequest } | undefined> =>
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
    const taken = await tx.update<WebhookDelivery>(record, {
      body: { ...record.body, attempts, dueAt: new Date(now + (retryDelays[attempts - 1] ?? retryDelays.at(-1)!)).toISOString() },
    });
    const signature = `v1=${createHmac('sha256', await unseal(tx, webhook.body.sealed))
      .update(body)
      .digest('hex')}`;
    return {
      record: taken,
      sending: {
        url: webhook.body.url,
        body,
        verifyTls: webhook.body.verifyTls,
        anywhere: settings.ciPrivateWebhooks,
        timeout: requestTimeout,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Slipway-Webhook/1.0',
          'ci-event-type': record.body.type,
          'ci-signature': signature,
          // What receivers look at that were written for the hosted service.
          'circleci-event-type': record.body.type,
          'circleci-signature': signature,
        },
      },
    };
  });

const recordResult = (store: Store, taken: StoredRecord<WebhookDelivery>, sent: WebhookResult): Promise<void> =>
  store.write(async (tx) => {
    const record = await tx.get<WebhookDelivery>('ci-outbox', taken.id);
    // Another attempt began meanwhile: what it comes to counts.
    if (record?.version !== taken.version) return;
    const isDone = 'status' in sent && sent.status >= 200 && sent.status < 300;
    const state = isDone ? 'delivered' : record.body.attempts > retryDelays.length ? 'failed' : 'waiting';
    await tx.update<WebhookDelivery>(record, {
      body: { ...record.body, state, answer: 'status' in sent ? String(sent.status) : sent.failed },
    });
    if (state !== 'waiting') await tx.unlink(outboxLink, 'all', record.id);
  });

/** Sends what webhooks are owed and what is due; how many were sent, with whatever answer. */
export const deliverWebhooks = async (store: Store, clock: Clock, settings: ServiceSettings): Promise<number> => {
  const ids = [...(await listDueDeliveries(store, clock.now().getTime()))];
  let sent = 0;
  const one = async (): Promise<void> => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      const taken = await claimDelivery(store, clock, settings, id);
      if (!taken) continue;
      await recordResult(store, taken.record, await postWebhook(taken.sending));
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentRequests }, one));
  return sent;
};
