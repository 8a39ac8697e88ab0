import type { Transaction } from '../../store/store.ts';

/** Deletes an export with its files. */
export const deleteUsageExport = async (tx: Transaction, id: string): Promise<void> => {
  await tx.deleteMany({ kinds: ['ci-usage-parts'], scopes: [id] });
  await tx.delete('ci-usage-exports', id);
};

/** Deletes the exports of an organization. */
export const deleteUsageExports = async (tx: Transaction, organization: string): Promise<void> => {
  await tx.deleteMany({ kinds: ['ci-usage-exports'], scopes: [organization], childKinds: { 'ci-usage-exports': ['ci-usage-parts'] } });
};
