import type { PreparationContext } from '../../http/route.ts';
import type { PreparedWrite, RecordAction } from '../../nouns/declaration.ts';
import type { NounRecord } from '../../nouns/noun-record.ts';
import { changeRecord } from '../../nouns/write-records.ts';
import { keepMail } from './mails.ts';
import { createVerification } from './notification-events.ts';
import type { StoredNotificationConfiguration } from './stored.ts';
import { requireVerified, type Verification, verifyDestination } from './verify-destination.ts';

const path = '/notification-configurations/{notification_configuration_id}/actions';

/** The change keeps the response of the destination, as every write does. */
const settle =
  (change: { readonly enabled?: true }): RecordAction['perform'] =>
  async (ctx, record, noun) => {
    const { result } = ctx.prepared as PreparedWrite<Verification | undefined>;
    requireVerified(result);
    const body = record.body as StoredNotificationConfiguration;
    if (!result) await keepMail(ctx, { id: record.id, body }, createVerification(body.name), ctx.origin);
    return changeRecord(noun, ctx, record, change);
  };

const verification = {
  access: 'write',
  prepare: (ctx: PreparationContext, { id, body }: NounRecord) => verifyDestination(ctx, id, body as StoredNotificationConfiguration),
  options: { plainJson: true },
} as const;

/** Verifies a destination on request. Any failure is 400, and nothing changes. */
export const verifyActions: readonly RecordAction[] = [
  { ...verification, endpoint: `POST ${path}/verify`, doc: 'Sends a verification to the destination.', perform: settle({}) },
  {
    ...verification,
    endpoint: `POST ${path}/enable`,
    doc: 'Sends a verification to the destination and enables the configuration.',
    perform: settle({ enabled: true }),
  },
];
