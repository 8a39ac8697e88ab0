import type { QueuedDelivery } from '../../delivery/delivery-queue.ts';
import type { BackgroundContext } from '../../pipeline/api-definition.ts';
import type { BackgroundTask } from '../../pipeline/background-tasks.ts';
import { dueWorkOfLinks, taskOfDueWork } from '../../pipeline/due-work.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import { outboxLink } from './webhook-delivery-records.ts';

export const dueWebhooks = dueWorkOfLinks<QueuedDelivery>('webhooks', outboxLink, 'ci-outbox', ({ state, dueAt }) =>
  state === 'waiting' ? dueAt : null,
);

export const createWebhookTask = ({ store, clock, settings }: BackgroundContext): BackgroundTask =>
  taskOfDueWork(
    { store, clock },
    { name: 'delivering webhooks', pause: 250, due: [dueWebhooks], perform: () => deliverWebhooks(store, clock, settings()) },
  );
