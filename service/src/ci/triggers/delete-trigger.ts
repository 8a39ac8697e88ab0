import type { Transaction } from '../../store/store.ts';
import { scheduledTriggerLink } from './trigger-records.ts';

/** Deletes a trigger; a schedule trigger then starts nothing more. */
export const deleteTrigger = async (tx: Transaction, id: string): Promise<void> => {
  await tx.unlink(scheduledTriggerLink, 'all', id);
  await tx.delete('ci-triggers', id);
};
