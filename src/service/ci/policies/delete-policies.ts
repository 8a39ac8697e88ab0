import type { Transaction } from '../../store/store.ts';

/** Deletes the policies, policy settings and decisions of an organization. */
export const deletePolicies = async (tx: Transaction, organization: string): Promise<void> => {
  for (const set of (await tx.list({ kind: 'ci-policy-sets', scope: organization })).records) {
    for (const kind of ['ci-policy-bundles', 'ci-policy-decisions'])
      for (const { id } of (await tx.list({ kind, scope: set.id })).records) await tx.delete(kind, id);
    await tx.delete('ci-policy-sets', set.id);
  }
};
