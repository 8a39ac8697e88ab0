import { isAccepted, type WebhookRequest, type WebhookResult } from '../../delivery/post-webhook.ts';
import { signSha512 } from '../../delivery/sign-sha512.ts';
import type { ServiceSettings } from '../../http/route.ts';
import { maskUserInfo } from '../../journal/masking.ts';
import type { NotificationEvent } from './notification-events.ts';
import { renderSlackNotification, renderTeamsNotification } from './render-chat.ts';
import { renderGenericNotification } from './render-generic.ts';
import type { DeliveryResponse, StoredNotificationConfiguration } from './stored.ts';

const renderBody = (
  { destinationType }: StoredNotificationConfiguration,
  event: NotificationEvent,
  id: string,
  origin: string,
): unknown => {
  if (destinationType === 'slack') return renderSlackNotification(event, origin);
  return destinationType === 'microsoft-teams' ? renderTeamsNotification(event, origin) : renderGenericNotification(event, id, origin);
};

/** The request that notifies a destination of an event. `origin`: the address of this service for links. Throws for mail. */
export const buildNotificationRequest = (
  id: string,
  configuration: StoredNotificationConfiguration,
  event: NotificationEvent,
  { privateDestinations }: Pick<ServiceSettings, 'privateDestinations'>,
  origin: string,
): WebhookRequest => {
  const { url, token, destinationType } = configuration;
  if (url === null) throw new Error(`a notification configuration of type ${destinationType} has no url`);
  const body = JSON.stringify(renderBody(configuration, event, id, origin));
  const signature: WebhookRequest['headers'] =
    destinationType === 'generic' && token ? { 'x-tfe-notification-signature': signSha512(token, body) } : {};
  return {
    url,
    body,
    headers: { 'content-type': 'application/json', 'user-agent': 'Slipway-Notification/1.0', ...signature },
    verifyTls: true,
    allowPrivate: privateDestinations,
    privateOption: '--private-destinations',
    timeout: 5000,
    maxResponseBytes: 1024,
  };
};

const maxHeaders = 40;
const maxHeaderLength = 300;
const maxKeptResponses = 5;

const renderHeaders = (result: WebhookResult): DeliveryResponse['headers'] =>
  'status' in result
    ? Object.fromEntries(
        Object.entries(result.headers)
          .filter(([name]) => name !== 'set-cookie')
          .slice(0, maxHeaders)
          .map(([name, values]) => [name, values.slice(0, 5).map((value) => value.slice(0, maxHeaderLength))]),
      )
    : {};

/** The responses of a destination with one more, the newest first. */
export const addDeliveryResponse = (
  { deliveryResponses = [] }: Pick<StoredNotificationConfiguration, 'deliveryResponses'>,
  { url }: WebhookRequest,
  result: WebhookResult,
  at: Date,
): readonly DeliveryResponse[] => {
  const response: DeliveryResponse = {
    url: maskUserInfo(url),
    body: 'status' in result ? result.body : result.failed,
    code: 'status' in result ? String(result.status) : '',
    headers: renderHeaders(result),
    'sent-at': at.toISOString(),
    successful: isAccepted(result) ? 'true' : 'false',
  };
  return [response, ...deliveryResponses].slice(0, maxKeptResponses);
};
