import { deleteCiOrganization } from '../../ci/organizations/delete-organization.ts';
import { createCiOrganization } from '../../ci/organizations/create-organization.ts';
import { type CodeHost, parseCodeHost } from '../../ci/slugs/code-hosts.ts';
import type { CiOrganization } from '../../ci/organizations/organization-records.ts';
import { newId } from '../../store/new-id.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { ReportSeedError } from '../entries.ts';
import type { SeedContext } from '../invoke-route.ts';
import type { SeedOrganization } from '../shape.ts';
import { seedCustomClaims } from './seed-claims.ts';
import type { CiSeed } from './seed-context.ts';
import { setTimes } from '../set-times.ts';
import { seedResourceClasses } from './seed-runners.ts';
import { seedContexts } from './seed-contexts.ts';
import { seedDeployments, seedRepositories } from './seed-deployments.ts';
import { seedPolicies } from './seed-policies.ts';
import { seedOrganizationRoles } from './seed-roles.ts';
import { seedCiProjects } from './seed-projects.ts';

/** Applies `ci` of the file to the CI organization, which was created with defaults together with the workspace organization. */
const prepareCiOrganization = async (
  { tx, clock, organization }: SeedContext,
  { id, slug }: CiSeed,
): Promise<StoredRecord<CiOrganization>> => {
  if (!id && !slug) return (await tx.getByKey<CiOrganization>('ci-organizations', '', organization))!;
  await deleteCiOrganization(tx, organization);
  const [code, name] = (slug ?? '/').split('/') as [string, string];
  return createCiOrganization(
    tx,
    { clock, newId },
    { name: organization },
    { ...(id ? { id } : {}), ...(slug ? { slug: { host: parseCodeHost(code) as CodeHost, name } } : {}) },
  );
};

/** Seeds what the file lists for an organization in the CI service. References between objects fix the order. */
export const seedCi = async (seedContext: SeedContext, seed: SeedOrganization, report: ReportSeedError): Promise<void> => {
  const { ci } = seed;
  if (!ci) return;
  const reportInCi: ReportSeedError = (path, error) => report(['ci', ...path], error);
  const ciOrganization = await prepareCiOrganization(seedContext, ci).catch((error: unknown) =>
    reportInCi(ci.slug ? ['slug'] : ['id'], error),
  );
  const context = { ...seedContext, ciOrganization };
  await setTimes(context, 'ci-organizations', ciOrganization.id, ci);
  await seedRepositories(context, ci, reportInCi);
  await seedOrganizationRoles(context, ci.roles, reportInCi);
  await seedCiProjects(context, ci, reportInCi);
  await seedContexts(context, ci, reportInCi);
  await seedResourceClasses(context, ci, reportInCi);
  await seedCustomClaims(context, ci.custom_claims);
  await seedDeployments(context, ci, reportInCi);
  await seedPolicies(context, ci, reportInCi);
};
