import type { Transaction } from '../../store/store.ts';

const childKinds = { 'ci-policy-sets': ['ci-policy-bundles', 'ci-policy-decisions'] };

/** Deletes the policies, policy settings and decisions of an organization. */
export const deletePolicies = async (tx: Transaction, organization: string): Promise<void> => {
  await tx.deleteMany({ kinds: ['ci-policy-sets'], scopes: [organization], childKinds });
};
