import type { NounBody } from '../../nouns/noun-record.ts';
import type { QueuedDelivery } from '../../delivery/delivery-queue.ts';
import type { NotificationEvent, NotificationTrigger } from './notification-events.ts';

export const destinationTypes = ['generic', 'slack', 'microsoft-teams', 'email'] as const;

/** An attempt to reach the destination, in the words of the documents, where numbers and truth are text. */
export interface DeliveryResponse {
  readonly url: string;
  /** The beginning of the response, or the reason why there was none. */
  readonly body: string;
  /** The status; empty without a response. */
  readonly code: string;
  readonly headers: { readonly [name: string]: readonly string[] };
  readonly 'sent-at': string;
  readonly successful: 'true' | 'false';
}

/** The body of a record of kind `notification-configurations`: scope the ID of its workspace, project or team. */
export interface StoredNotificationConfiguration extends NounBody {
  readonly name: string;
  readonly enabled: boolean;
  readonly destinationType: (typeof destinationTypes)[number];
  readonly url: string | null;
  readonly token: string | null;
  readonly triggers: readonly NotificationTrigger[];
  readonly emailAddresses: readonly string[];
  /** Absent before the first. */
  readonly deliveryResponses?: readonly DeliveryResponse[];
}

/** The body of a record of kind `notification-deliveries`: scope the ID of the configuration. */
export interface NotificationDelivery extends QueuedDelivery {
  readonly event: NotificationEvent;
}

export const notificationOutbox = { kind: 'notification-deliveries', link: 'notification-outbox' } as const;
