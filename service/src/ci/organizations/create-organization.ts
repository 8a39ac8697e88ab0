import type { Organization } from '../../access/records.ts';
import type { Clock } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { CodeHost } from '../slugs/code-hosts.ts';
import { createStoreSecret } from '../../store/store-secret.ts';
import type { CiOrganization, OrganizationSlug } from './organization-records.ts';

interface CiCreationContext {
  readonly clock: Clock;
  newId(prefix: string): string;
}

/** Gives the organization this slug. @throws DuplicateKey when another organization has it. */
export const claimSlug = (
  tx: Transaction,
  { newId }: Pick<CiCreationContext, 'newId'>,
  organization: string,
  host: CodeHost,
  name: string,
): Promise<StoredRecord<OrganizationSlug>> =>
  tx.insert<OrganizationSlug>({ id: newId('uuid'), kind: 'ci-slugs', scope: host, key: name, name, body: { organization } });

/**
 * Creates the CI record of an organization. Without a chosen slug it is native: its slug is opaque, and its name at either code host
 * leads to it while no other organization has that slug. @throws DuplicateKey when another organization has the chosen slug.
 */
export const createCiOrganization = async (
  tx: Transaction,
  making: CiCreationContext,
  { name }: Pick<Organization, 'name'>,
  chosen: { readonly id?: string; readonly slug?: { readonly host: CodeHost; readonly name: string } } = {},
): Promise<StoredRecord<CiOrganization>> => {
  await createStoreSecret(tx);
  const organization = await tx.insert<CiOrganization>({
    id: chosen.id ?? making.newId('uuid'),
    kind: 'ci-organizations',
    scope: '',
    key: name,
    name,
    body: {
      name,
      host: chosen.slug?.host ?? 'native',
      hostName: chosen.slug?.name ?? '',
      createdAt: making.clock.now().toISOString(),
    },
  });
  if (chosen.slug) await claimSlug(tx, making, organization.id, chosen.slug.host, chosen.slug.name);
  for (const host of ['github', 'bitbucket'] as const)
    if (host !== chosen.slug?.host && !(await tx.getByKey('ci-slugs', host, name)))
      await claimSlug(tx, making, organization.id, host, name);
  return organization;
};
