import type { Transaction } from '../../store/store.ts';

/** Deletes contexts with their variables and restrictions. */
export const deleteContexts = async (tx: Transaction, ids: readonly string[]): Promise<void> => {
  await Promise.all([
    tx.deleteMany({ kinds: ['ci-context-variables', 'ci-context-restrictions'], scopes: ids }),
    tx.deleteMany({ kinds: ['ci-contexts'], ids }),
  ]);
};
