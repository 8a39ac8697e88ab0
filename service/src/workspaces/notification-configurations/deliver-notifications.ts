import {
  type DeliveryQueue,
  deleteOldDeliveries,
  enqueueDelivery,
  patientRetryDelays,
  sendDueDeliveries,
} from '../../delivery/delivery-queue.ts';
import type { Clock, ServiceSettings } from '../../http/route.ts';
import type { BackgroundContext } from '../../pipeline/api-definition.ts';
import type { BackgroundTask } from '../../pipeline/background-tasks.ts';
import { dueWorkOfLinks, taskOfDueWork } from '../../pipeline/due-work.ts';
import { newId } from '../../store/new-id.ts';
import type { Store, StoredRecord, Transaction } from '../../store/store.ts';
import { keepMail } from './mails.ts';
import type { NotificationEvent, NotificationTrigger } from './notification-events.ts';
import { addDeliveryResponse, buildNotificationRequest } from './notification-request.ts';
import { type NotificationDelivery, notificationOutbox, type StoredNotificationConfiguration } from './stored.ts';

export interface NotificationContext {
  readonly tx: Transaction;
  readonly clock: Clock;
  readonly settings: ServiceSettings;
}
type ConfigurationRecord = StoredRecord<StoredNotificationConfiguration>;

/** Deliveries of a configuration that are kept. */
const maxDeliveries = 50;

const queueOne = async ({ tx, clock, settings }: NotificationContext, configuration: ConfigurationRecord, event: NotificationEvent) => {
  if (configuration.body.destinationType === 'email') {
    await keepMail({ tx, clock }, configuration, event, settings.publicUrl);
    return;
  }
  const { kind } = notificationOutbox;
  const id = newId('ncd');
  const dueAt = clock.now().toISOString();
  const body: NotificationDelivery = { event, state: 'waiting', attempts: 0, dueAt, answer: null };
  await enqueueDelivery<NotificationDelivery>(tx, notificationOutbox, { id, kind, scope: configuration.id, key: id, name: '', body });
  await deleteOldDeliveries(tx, kind, configuration.id, maxDeliveries);
};

/** The configurations of these workspaces, projects or teams that are enabled. */
const listEnabled = async (tx: Transaction, scope: readonly string[]): Promise<readonly ConfigurationRecord[]> =>
  (
    await tx.list<StoredNotificationConfiguration>({
      kind: 'notification-configurations',
      scope,
      body: [{ path: 'enabled', is: true }],
    })
  ).records;

/** Queues the notifications of an event in the same transaction. Mails are stored at once; requests are sent by background work. */
export const queueNotifications = async (
  context: NotificationContext,
  scopes: readonly string[],
  events: readonly NotificationEvent[],
): Promise<void> => {
  if (events.length === 0) return;
  const configurations = await listEnabled(context.tx, scopes);
  for (const event of events)
    for (const configuration of configurations)
      if (configuration.body.triggers.includes(event.trigger as NotificationTrigger)) await queueOne(context, configuration, event);
};

const createQueue = (clock: Clock, settings: ServiceSettings, origin: string): DeliveryQueue<NotificationDelivery> => ({
  ...notificationOutbox,
  retryDelays: patientRetryDelays,
  claimsAlone: true,
  buildRequest: async (tx, { scope, body: { event } }) => {
    const configuration = await tx.get<StoredNotificationConfiguration>('notification-configurations', scope);
    if (!configuration?.body.enabled) return undefined;
    return buildNotificationRequest(configuration.id, configuration.body, event, settings, origin);
  },
  afterAttempt: async (tx, { record: { scope }, request, result }) => {
    const configuration = await tx.get<StoredNotificationConfiguration>('notification-configurations', scope);
    if (!configuration) return;
    const deliveryResponses = addDeliveryResponse(configuration.body, request, result, clock.now());
    await tx.update<StoredNotificationConfiguration>(configuration, { body: { ...configuration.body, deliveryResponses } });
  },
});

/** Sends the due notifications; returns how many were sent. `address`: of this service, where no public one is set. */
export const deliverNotifications = (store: Store, clock: Clock, settings: ServiceSettings, address: string): Promise<number> =>
  sendDueDeliveries(store, clock, createQueue(clock, settings, settings.publicUrl || address));

export const dueNotifications = dueWorkOfLinks<NotificationDelivery>(
  'notifications',
  notificationOutbox.link,
  notificationOutbox.kind,
  ({ state, dueAt }) => (state === 'waiting' ? dueAt : null),
);

export const createNotificationTask = ({ store, clock, settings, address }: BackgroundContext): BackgroundTask =>
  taskOfDueWork(
    { store, clock },
    {
      name: 'delivering notifications',
      pause: 250,
      due: [dueNotifications],
      perform: () => deliverNotifications(store, clock, settings(), address),
    },
  );
