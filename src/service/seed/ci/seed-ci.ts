import { deleteCiOrganization } from '../../ci/organizations/delete-organization.ts';
import { createCiOrganization } from '../../ci/organizations/create-organization.ts';
import { type CodeHost, parseCodeHost } from '../../ci/slugs/code-hosts.ts';
import type { CiOrganization } from '../../ci/organizations/organization-records.ts';
import { newId } from '../../store/new-id.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { ReportSeedError } from '../entries.ts';
import type { SeedContext } from '../invoke-route.ts';
import type { SeedOrganization } from '../shape.ts';
import type { CiSeed } from './seed-context.ts';
import { seedContexts } from './seed-contexts.ts';
import { seedDeployments, seedRepositories } from './seed-deployments.ts';
import { seedPolicies } from './seed-policies.ts';
import { seedCiProjects } from './seed-projects.ts';

/** The organization was founded without knowing what the file says of it in service 2: here it is founded as said. */
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

/** What an organization holds in service 2, in the order in which things refer to each other. */
export const seedCi = async (context: SeedContext, seed: SeedOrganization, report: ReportSeedError): Promise<void> => {
  const { ci } = seed;
  if (!ci) return;
  const reportBelow: ReportSeedError = (path, error) => report(['ci', ...path], error);
  const home = await prepareCiOrganization(context, ci).catch((error: unknown) => reportBelow(ci.slug ? ['slug'] : ['id'], error));
  const context = { ...context, ciOrganization: home };
  await seedRepositories(context, ci, reportBelow);
  await seedCiProjects(context, ci, reportBelow);
  await seedContexts(context, ci, reportBelow);
  await seedDeployments(context, ci, reportBelow);
  await seedPolicies(context, ci, reportBelow);
};
