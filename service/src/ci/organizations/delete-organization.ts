import type { Transaction } from '../../store/store.ts';
import { deleteContexts } from '../contexts/delete-context.ts';
import { oidcClaimsKind } from '../oidc-claims/oidc-claims-records.ts';
import { orbsKind, orbSourcesKind, orbVersionsKind } from '../orbs/orb-records.ts';
import { rolesKind } from '../roles/stored-roles.ts';
import { deletePolicies } from '../policies/delete-policies.ts';
import { deleteCiProjects } from '../projects/delete-project.ts';
import { deleteUsageExports } from '../usage-exports/delete-exports.ts';

const kinds = [
  'ci-environments',
  'ci-repositories',
  'ci-resource-classes',
  'ci-code-host-secrets',
  'ci-pull-requests',
  'ci-deliveries',
  orbsKind,
  oidcClaimsKind,
  rolesKind,
];

/** Deletes the CI side of an organization, by its name, with everything in it. */
export const deleteCiOrganization = async (tx: Transaction, name: string): Promise<void> => {
  const organization = await tx.getByKey('ci-organizations', '', name);
  if (!organization) return;
  const { id } = organization;
  const idsOf = async (kind: string): Promise<readonly string[]> => (await tx.list({ kind, scope: id })).records.map((one) => one.id);
  await deleteCiProjects(tx, id, await idsOf('ci-projects'));
  await Promise.all([deleteContexts(tx, await idsOf('ci-contexts')), deletePolicies(tx, id), deleteUsageExports(tx, id)]);
  await tx.deleteMany({ kinds: ['ci-runner-tokens'], scopes: await idsOf('ci-resource-classes') });
  await tx.deleteMany({ kinds: [orbVersionsKind, orbSourcesKind], scopes: await idsOf(orbsKind) });
  const slugs = await tx.list({ kind: 'ci-slugs', body: [{ path: 'organization', is: id }] });
  await Promise.all([
    tx.deleteMany({ kinds, scopes: [id] }),
    tx.deleteMany({ kinds: ['ci-slugs'], ids: slugs.records.map((slug) => slug.id) }),
  ]);
  await tx.delete('ci-organizations', id);
};
