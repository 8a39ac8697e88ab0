import type { Transaction } from '../../store/store.ts';
import { outboxLink } from '../webhooks/webhook-delivery-records.ts';
import { scheduledLink } from './schedule-records.ts';

/** What of a project the clock would look at: its schedules, and what its webhooks are still to be told. */
export const deleteSchedules = async (tx: Transaction, project: string): Promise<void> => {
  for (const [kind, link] of [
    ['ci-schedules', scheduledLink],
    ['ci-outbox', outboxLink],
  ] as const)
    for (const { id } of (await tx.list({ kind, scope: project })).records) {
      await tx.unlink(link, 'all', id);
      await tx.delete(kind, id);
    }
};
