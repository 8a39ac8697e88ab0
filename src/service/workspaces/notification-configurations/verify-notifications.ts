import type { PreparationContext, RequestContext, RouteResponse } from '../../http/route.ts';
import { route } from '../../http/route.ts';
import { okDocument } from '../../json-api/responses.ts';
import type { PreparedWrite } from '../../nouns/declaration.ts';
import { describeNoun } from '../../nouns/describe-noun.ts';
import { renderNounDocument } from '../../nouns/render-documents.ts';
import { requireRecord } from '../../nouns/require-record.ts';
import { changeRecord } from '../../nouns/write-records.ts';
import type { Transaction } from '../../store/store.ts';
import { keepMail } from './mails.ts';
import { notificationConfiguration } from './notification-configurations.ts';
import { createVerification } from './notification-events.ts';
import type { StoredNotificationConfiguration } from './stored.ts';
import { requireVerified, type Verification, verifyDestination } from './verify-destination.ts';

type PreparedVerification = PreparedWrite<Verification | undefined>;

const prepare = async (ctx: PreparationContext): Promise<PreparedVerification> => {
  const { id, body } = await ctx.read((read) => requireRecord(notificationConfiguration, read, 'write'));
  return { id, result: await verifyDestination(ctx, id, body as StoredNotificationConfiguration) };
};

/** The change keeps the response of the destination, as every write does. */
const settle = async (ctx: RequestContext<Transaction>, change: { readonly enabled?: true }): Promise<RouteResponse> => {
  const record = await requireRecord(notificationConfiguration, ctx, 'write');
  const { result } = ctx.prepared as PreparedVerification;
  requireVerified(result);
  const body = record.body as StoredNotificationConfiguration;
  if (!result) await keepMail(ctx, { id: record.id, body }, createVerification(body.name), ctx.origin);
  const changed = await changeRecord(notificationConfiguration, ctx, record, change);
  await notificationConfiguration.behavior?.afterUpdate?.(ctx, changed);
  return okDocument(await renderNounDocument(notificationConfiguration, ctx, changed));
};

const { responses } = describeNoun(notificationConfiguration).read;

/** A destination that does not take the verification is 400, whatever the reason, and nothing changes. */
export const routes = [
  route('POST /notification-configurations/{notification_configuration_id}/actions/verify', (ctx) => settle(ctx, {}), {
    plainJson: true,
    prepare,
    description: { summary: 'Sends a verification to the destination.', responses },
  }),
  route('POST /notification-configurations/{notification_configuration_id}/actions/enable', (ctx) => settle(ctx, { enabled: true }), {
    plainJson: true,
    prepare,
    description: { summary: 'Sends a verification to the destination and enables the configuration.', responses },
  }),
];
