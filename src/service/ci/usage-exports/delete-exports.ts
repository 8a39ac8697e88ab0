import type { Transaction } from '../../store/store.ts';

/** Deletes an export with its files. True when it existed. */
export const deleteUsageExport = async (tx: Transaction, id: string): Promise<boolean> => {
  await tx.deleteMany({ kinds: ['ci-usage-parts'], scopes: [id] });
  return tx.delete('ci-usage-exports', id);
};

/** Deletes the exports of an organization. */
export const deleteUsageExports = async (tx: Transaction, organization: string): Promise<void> => {
  const exports = await tx.deleteMany({ kinds: ['ci-usage-exports'], scopes: [organization] });
  await tx.deleteMany({ kinds: ['ci-usage-parts'], scopes: exports.map(({ id }) => id) });
};
