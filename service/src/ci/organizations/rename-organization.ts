import type { Transaction } from '../../store/store.ts';
import type { CiOrganization } from './organization-records.ts';

/** The CI side of an organization takes its new name; everything in it is stored under its ID. */
export const renameCiOrganization = async (tx: Transaction, from: string, to: string): Promise<void> => {
  const organization = await tx.getByKey<CiOrganization>('ci-organizations', '', from);
  if (organization) await tx.update<CiOrganization>(organization, { key: to, name: to, body: { ...organization.body, name: to } });
};
