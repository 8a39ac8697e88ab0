import { route } from '../../http/route.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { requireWebhook } from './require-webhook.ts';
import type { WebhookDelivery } from './webhook-delivery-records.ts';

/** The deliveries of a webhook, newest first: not in the specification. */
export const routes = [
  route('GET /webhook/{webhook-id}/deliveries', async (ctx) => {
    const webhook = await requireWebhook(ctx, 'see-webhooks');
    return renderCiRecords<WebhookDelivery>(
      ctx,
      { kind: 'ci-outbox', scope: webhook.scope, body: [{ path: 'webhook', is: webhook.id }] },
      (records) =>
        records.map(({ id: delivery, body }) => ({
          id: delivery,
          type: body.type,
          subject: body.subject,
          happened_at: body.happenedAt,
          state: body.state,
          attempts: body.attempts,
          next_attempt_at: body.state === 'waiting' ? body.dueAt : null,
          answer: body.answer,
        })),
      { newestFirst: true },
    );
  }),
];
