import type { Transaction } from '../../store/store.ts';

/** Deletes the policies, policy settings and decisions of an organization. */
export const deletePolicies = async (tx: Transaction, organization: string): Promise<void> => {
  const sets = await tx.deleteMany({ kinds: ['ci-policy-sets'], scopes: [organization] });
  await tx.deleteMany({ kinds: ['ci-policy-bundles', 'ci-policy-decisions'], scopes: sets.map(({ id }) => id) });
};
