import { createHmac } from 'node:crypto';
import type { Clock, ServiceSettings } from '../../../route.ts';
import type { StoredRecord, Store } from '../../../store/store.ts';
import { unseal } from '../../secret.ts';
import type { Webhook } from '../../stored.ts';
import { outbox, type Outgoing } from '../stored.ts';
import { messageOf } from './message.ts';
import { post, type Sending, type Sent } from './post.ts';

/** Milliseconds after each attempt until the next; after the last there is none. */
const pauses = [10_000, 60_000, 300_000, 1_800_000, 7_200_000];
const timeout = 5000;
/** Requests under way at once. */
const atOnce = 10;

const dueIds = (store: Store, now: number): Promise<readonly string[]> => store.read(async (view) =>
  (await view.getMany<Outgoing>('ci-outbox', (await view.listLinks(outbox, { from: 'all' })).map(({ to }) => to))).filter(({ body }) => Date.parse(body.dueAt) <= now).map(({ id }) => id));

/**
 * Takes a delivery to be sent: it is due again after a pause, whatever becomes of this attempt, so that one process sends it, and
 * one that is lost with its process is sent again. Undefined: another took it, or there is nothing left to tell or nobody to tell it.
 */
const take = (store: Store, clock: Clock, settings: ServiceSettings, id: string): Promise<{ readonly record: StoredRecord<Outgoing>; readonly sending: Sending } | undefined> => store.write(async (tx) => {
  const [record, now] = [await tx.get<Outgoing>('ci-outbox', id), clock.now().getTime()];
  if (!record || record.body.state !== 'waiting' || Date.parse(record.body.dueAt) > now) return undefined;
  const webhook = await tx.get<Webhook>('ci-webhooks', record.body.webhook);
  const body = webhook && await messageOf(tx, webhook, record);
  if (!webhook || body === undefined) {
    await tx.unlink(outbox, 'all', id);
    await tx.delete('ci-outbox', id);
    return undefined;
  }
  const attempts = record.body.attempts + 1;
  const taken = await tx.update<Outgoing>(record, { body: { ...record.body, attempts, dueAt: new Date(now + (pauses[attempts - 1] ?? pauses.at(-1)!)).toISOString() } });
  const signature = `v1=${createHmac('sha256', await unseal(tx, webhook.body.sealed)).update(body).digest('hex')}`;
  return { record: taken, sending: {
    url: webhook.body.url, body, verifyTls: webhook.body.verifyTls, anywhere: settings.ciPrivateWebhooks, timeout,
    headers: {
      'content-type': 'application/json', 'user-agent': 'Slipway-Webhook/1.0', 'ci-event-type': record.body.type, 'ci-signature': signature,
      // What receivers look at that were written for the hosted service.
      'circleci-event-type': record.body.type, 'circleci-signature': signature,
    },
  } };
});

const settle = (store: Store, taken: StoredRecord<Outgoing>, sent: Sent): Promise<void> => store.write(async (tx) => {
  const record = await tx.get<Outgoing>('ci-outbox', taken.id);
  // Another attempt began meanwhile: what it comes to counts.
  if (record?.version !== taken.version) return;
  const isDone = 'status' in sent && sent.status >= 200 && sent.status < 300;
  const state = isDone ? 'delivered' : record.body.attempts > pauses.length ? 'failed' : 'waiting';
  await tx.update<Outgoing>(record, { body: { ...record.body, state, answer: 'status' in sent ? String(sent.status) : sent.failed } });
  if (state !== 'waiting') await tx.unlink(outbox, 'all', record.id);
});

/** Sends what webhooks are owed and what is due; how many were sent, with whatever answer. */
export const deliver = async (store: Store, clock: Clock, settings: ServiceSettings): Promise<number> => {
  const ids = [...await dueIds(store, clock.now().getTime())];
  let sent = 0;
  const one = async (): Promise<void> => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      const taken = await take(store, clock, settings, id);
      if (!taken) continue;
      await settle(store, taken.record, await post(taken.sending));
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return sent;
};
