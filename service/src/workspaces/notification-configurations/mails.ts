import { newId } from '../../store/new-id.ts';
import type { ReadTransaction, StoredRecord, Transaction } from '../../store/store.ts';
import type { Clock } from '../../http/route.ts';
import type { User } from '../../access/records.ts';
import type { NotificationEvent } from './notification-events.ts';
import { renderMailNotification } from './render-chat.ts';
import type { StoredNotificationConfiguration } from './stored.ts';

/** The body of a record of kind `mails`: scope the organization. Mails are kept, not sent. */
export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly configuration: string;
  readonly trigger: string;
  readonly createdAt: string;
}

/** Mails of an organization that are kept. */
const maxMails = 500;

const listRecipients = async (tx: ReadTransaction, id: string, { emailAddresses }: StoredNotificationConfiguration) => {
  const links = await tx.listLinks('notification-configurations.users', { from: id });
  const users = await tx.getMany<User>(
    'users',
    links.map(({ to }) => to),
  );
  return [...new Set([...emailAddresses, ...users.map(({ body }) => body.email)])].filter((address) => address !== '');
};

/** Stores a mail in the outbox, which `GET /_local/outbox` shows; none without recipients. */
export const keepMail = async (
  { tx, clock }: { readonly tx: Transaction; readonly clock: Clock },
  { id, body }: Pick<StoredRecord<StoredNotificationConfiguration>, 'id' | 'body'>,
  event: NotificationEvent,
  origin: string,
): Promise<void> => {
  const to = await listRecipients(tx, id, body);
  if (to.length === 0) return;
  const { organization: scope } = body;
  const mail: Mail = {
    to,
    ...renderMailNotification(event, origin),
    configuration: id,
    trigger: event.trigger,
    createdAt: clock.now().toISOString(),
  };
  const mailId = newId('mail');
  await tx.insert<Mail>({ id: mailId, kind: 'mails', scope, key: mailId, name: '', body: mail });
  const total = await tx.count({ kind: 'mails', scope });
  const { records } = await tx.list({ kind: 'mails', scope }, { offset: 0, limit: Math.max(0, total - maxMails), uncounted: true });
  for (const old of records) await tx.delete('mails', old.id);
};
