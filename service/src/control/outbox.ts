import type { Mail } from '../workspaces/notification-configurations/mails.ts';
import type { ControlEndpoints } from './control.ts';

export const outboxControls: ControlEndpoints = {
  /** The mails that the service would have sent, the oldest first. */
  'GET /_local/outbox': async ({ store }) => {
    const { records } = await store.read((view) => view.list<Mail>({ kind: 'mails' }));
    return {
      body: {
        mails: records.map(({ id, scope, body }) => ({
          id,
          organization: scope,
          to: body.to,
          subject: body.subject,
          text: body.text,
          trigger: body.trigger,
          notification_configuration_id: body.configuration,
          created_at: body.createdAt,
        })),
      },
    };
  },
  'DELETE /_local/outbox': async ({ store }) => {
    await store.write(async (tx) => {
      for (const { id } of (await tx.list({ kind: 'mails' })).records) await tx.delete('mails', id);
    });
    return {};
  },
};
