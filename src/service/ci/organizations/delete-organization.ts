import type { Transaction } from '../../store/store.ts';
import { deleteContext } from '../contexts/delete-context.ts';
import { deleteRecords, listIds } from '../delete-records.ts';
import { oidcClaimsKind } from '../oidc-claims/oidc-claims-records.ts';
import { deletePolicies } from '../policies/delete-policies.ts';
import { deleteCiProject } from '../projects/delete-project.ts';
import { deleteUsageExports } from '../usage-exports/delete-exports.ts';

/** Deletes the CI side of an organization, by its name, with everything in it. */
export const deleteCiOrganization = async (tx: Transaction, name: string): Promise<void> => {
  const organization = await tx.getByKey('ci-organizations', '', name);
  if (!organization) return;
  for (const id of await listIds(tx, 'ci-projects', organization.id)) await deleteCiProject(tx, organization.id, id);
  for (const id of await listIds(tx, 'ci-contexts', organization.id)) await deleteContext(tx, id);
  await deletePolicies(tx, organization.id);
  await deleteUsageExports(tx, organization.id);
  for (const id of await listIds(tx, 'ci-resource-classes', organization.id)) await deleteRecords(tx, ['ci-runner-tokens'], id);
  await deleteRecords(
    tx,
    [
      'ci-environments',
      'ci-repositories',
      'ci-resource-classes',
      'ci-code-host-secrets',
      'ci-pull-requests',
      'ci-deliveries',
      oidcClaimsKind,
    ],
    organization.id,
  );
  for (const slug of (await tx.list({ kind: 'ci-slugs', body: [{ path: 'organization', is: organization.id }] })).records)
    await tx.delete('ci-slugs', slug.id);
  await tx.delete('ci-organizations', organization.id);
};
