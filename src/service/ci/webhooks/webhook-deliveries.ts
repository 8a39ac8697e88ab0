import { notFound } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { findProjectById } from '../projects/require-project.ts';
import { uuidPathParameter } from '../requests/read-request.ts';
import type { Webhook } from '../projects/project-records.ts';
import type { WebhookDelivery } from './webhook-delivery-records.ts';

/** The deliveries of a webhook, newest first: not in the specification. */
export const routes = [
  route('GET /webhook/{webhook-id}/deliveries', async (ctx) => {
    const id = uuidPathParameter(ctx, 'webhook-id');
    const webhook = await ctx.tx.get<Webhook>('ci-webhooks', id);
    if (!webhook || !(await findProjectById(ctx, webhook.scope))) throw notFound(`the webhook ${id}`);
    return renderCiRecords<WebhookDelivery>(
      ctx,
      { kind: 'ci-outbox', scope: webhook.scope, body: [{ path: 'webhook', is: id }] },
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
