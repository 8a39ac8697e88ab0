import type { Transaction } from '../../store/store.ts';
import { deleteRecords } from '../delete-records.ts';

/** Deletes a context with its variables and restrictions. */
export const deleteContext = async (tx: Transaction, id: string): Promise<void> => {
  await deleteRecords(tx, ['ci-context-variables', 'ci-context-restrictions'], id);
  await tx.delete('ci-contexts', id);
};
