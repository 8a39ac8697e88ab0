import type { Transaction } from '../../store/store.ts';

const kinds = ['ci-usage-exports'];
/** Kinds of records that an export owns: the parts of its files. */
const childKinds = { 'ci-usage-exports': ['ci-usage-parts'] };

/** Deletes an export with its files. */
export const deleteUsageExport = (tx: Transaction, id: string): Promise<void> => tx.deleteMany({ kinds, ids: [id], childKinds });

/** Deletes the exports of an organization. */
export const deleteUsageExports = (tx: Transaction, organization: string): Promise<void> =>
  tx.deleteMany({ kinds, scopes: [organization], childKinds });
