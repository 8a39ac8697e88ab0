import type { Transaction } from '../../store/store.ts';
import { outboxLink } from '../webhooks/webhook-delivery-records.ts';
import { scheduledTriggerLink } from '../triggers/trigger-records.ts';
import { scheduledLink } from './schedule-records.ts';

/** Deletes what the clock of a project triggers: its schedules, its triggers, and deliveries of its webhooks that are due. */
export const deleteSchedules = async (tx: Transaction, project: string): Promise<void> => {
  for (const [kind, link] of [
    ['ci-schedules', scheduledLink],
    ['ci-triggers', scheduledTriggerLink],
    ['ci-outbox', outboxLink],
  ] as const)
    for (const { id } of (await tx.list({ kind, scope: project })).records) {
      await tx.unlink(link, 'all', id);
      await tx.delete(kind, id);
    }
};
