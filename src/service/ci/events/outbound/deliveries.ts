import { notFound } from '../../../problem.ts';
import { route } from '../../../route.ts';
import { paged } from '../../page.ts';
import { projectOf } from '../../projects/here.ts';
import { idIn } from '../../read.ts';
import type { Webhook } from '../../stored.ts';
import type { WebhookDelivery } from '../stored.ts';

/** What a webhook was told and is still to be told, newest first: ours. */
export const routes = [
  route('GET /webhook/{webhook-id}/deliveries', async (asking) => {
    const id = idIn(asking, 'webhook-id');
    const webhook = await asking.tx.get<Webhook>('ci-webhooks', id);
    if (!webhook || !await projectOf(asking, webhook.scope)) throw notFound(`the webhook ${id}`);
    return paged<WebhookDelivery>(asking, { kind: 'ci-outbox', scope: webhook.scope, body: [{ path: 'webhook', is: id }] }, (records) => records.map(({ id: delivery, body }) => ({
      id: delivery, type: body.type, subject: body.subject, happened_at: body.happenedAt, state: body.state, attempts: body.attempts, next_attempt_at: body.state === 'waiting' ? body.dueAt : null, answer: body.answer,
    })), { newestFirst: true });
  }),
];
