import type { Transaction } from '../../store/store.ts';

/** Deletes an export with its files. True when it existed. */
export const deleteUsageExport = async (tx: Transaction, id: string): Promise<boolean> => {
  for (const part of (await tx.list({ kind: 'ci-usage-parts', scope: id })).records) await tx.delete('ci-usage-parts', part.id);
  return tx.delete('ci-usage-exports', id);
};

/** Deletes the exports of an organization. */
export const deleteUsageExports = async (tx: Transaction, organization: string): Promise<void> => {
  for (const { id } of (await tx.list({ kind: 'ci-usage-exports', scope: organization })).records) await deleteUsageExport(tx, id);
};
