import { createHmac } from 'node:crypto';
import { type DeliveryQueue, patientRetryDelays, sendDueDeliveries } from '../../delivery/delivery-queue.ts';
import type { WebhookRequest } from '../../delivery/post-webhook.ts';
import type { Clock, ServiceSettings } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import type { Webhook } from '../projects/project-records.ts';
import { outboxLink, type WebhookDelivery } from './webhook-delivery-records.ts';
import { buildWebhookMessage } from './webhook-message.ts';

const signMessage = ({ secret }: Webhook, body: string): string => `v1=${createHmac('sha256', secret).update(body).digest('hex')}`;

const webhookHeaders = (type: WebhookDelivery['type'], signature: string): WebhookRequest['headers'] => ({
  'content-type': 'application/json',
  'user-agent': 'Slipway-Webhook/1.0',
  'ci-event-type': type,
  'ci-signature': signature,
  // Receivers written for the hosted service read this header.
  'circleci-event-type': type,
  'circleci-signature': signature,
});

const createQueue = ({ ciPrivateWebhooks }: ServiceSettings): DeliveryQueue<WebhookDelivery> => ({
  kind: 'ci-outbox',
  link: outboxLink,
  retryDelays: patientRetryDelays,
  claimsAlone: true,
  buildRequest: async (tx, record) => {
    const webhook = await tx.get<Webhook>('ci-webhooks', record.body.webhook);
    const body = webhook && (await buildWebhookMessage(tx, webhook, record));
    if (!webhook || body === undefined) return undefined;
    const { url, verifyTls } = webhook.body;
    return {
      url,
      body,
      verifyTls,
      headers: webhookHeaders(record.body.type, signMessage(webhook.body, body)),
      allowPrivate: ciPrivateWebhooks,
      privateOption: '--ci-private-webhooks',
      timeout: 5000,
      maxResponseBytes: 0,
    };
  },
});

/** Sends the due deliveries; returns how many were sent, including failed ones. */
export const deliverWebhooks = (store: Store, clock: Clock, settings: ServiceSettings): Promise<number> =>
  sendDueDeliveries(store, clock, createQueue(settings));
