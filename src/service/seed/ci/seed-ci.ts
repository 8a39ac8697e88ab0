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
export const seedCi = async (planting: SeedContext, given: SeedOrganization, tell: ReportSeedError): Promise<void> => {
  const { ci } = given;
  if (!ci) return;
  const within: ReportSeedError = (path, error) => tell(['ci', ...path], error);
  const home = await prepareCiOrganization(planting, ci).catch((error: unknown) => within(ci.slug ? ['slug'] : ['id'], error));
  const at = { ...planting, ciOrganization: home };
  await seedRepositories(at, ci, within);
  await seedCiProjects(at, ci, within);
  await seedContexts(at, ci, within);
  await seedDeployments(at, ci, within);
  await seedPolicies(at, ci, within);
};
