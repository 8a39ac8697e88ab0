import type { Transaction } from '../store/store.ts';

/** Ids of all records of a kind in a scope. */
export const listIds = async (tx: Transaction, kind: string, scope: string): Promise<readonly string[]> =>
  (await tx.list({ kind, scope })).records.map(({ id }) => id);

/** Deletes all records of these kinds in a scope. */
export const deleteRecords = async (tx: Transaction, kinds: readonly string[], scope: string): Promise<void> => {
  for (const kind of kinds) for (const id of await listIds(tx, kind, scope)) await tx.delete(kind, id);
};
