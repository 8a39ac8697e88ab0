import { forgetCiOrganization } from '../../ci/forget.ts';
import { foundCiOrganization } from '../../ci/founding.ts';
import { type Host, hostOf } from '../../ci/hosts.ts';
import type { CiOrganization } from '../../ci/stored.ts';
import { newId } from '../../new-id.ts';
import type { Rec } from '../../store/store.ts';
import type { Tell } from '../entries.ts';
import type { Planting } from '../invoke.ts';
import type { SeedOrganization } from '../shape.ts';
import type { SeedCi } from './names.ts';
import { plantContexts } from './plant-contexts.ts';
import { plantDeployments, plantRepositories } from './plant-deployments.ts';
import { plantPolicies } from './plant-policies.ts';
import { plantCiProjects } from './plant-projects.ts';

/** The organization was founded without knowing what the file says of it in service 2: here it is founded as said. */
const homeOf = async ({ tx, clock, organization }: Planting, { id, slug }: SeedCi): Promise<Rec<CiOrganization>> => {
  if (!id && !slug) return (await tx.byKey<CiOrganization>('ci-organizations', '', organization))!;
  await forgetCiOrganization(tx, organization);
  const [code, name] = (slug ?? '/').split('/') as [string, string];
  return foundCiOrganization(tx, { clock, newId }, { name: organization }, { ...(id ? { id } : {}), ...(slug ? { slug: { host: hostOf(code) as Host, name } } : {}) });
};

/** What an organization holds in service 2, in the order in which things refer to each other. */
export const plantCi = async (planting: Planting, given: SeedOrganization, tell: Tell): Promise<void> => {
  const { ci } = given;
  if (!ci) return;
  const within: Tell = (path, error) => tell(['ci', ...path], error);
  const home = await homeOf(planting, ci).catch((error: unknown) => within(ci.slug ? ['slug'] : ['id'], error));
  const at = { ...planting, home };
  await plantRepositories(at, ci, within);
  await plantCiProjects(at, ci, within);
  await plantContexts(at, ci, within);
  await plantDeployments(at, ci, within);
  await plantPolicies(at, ci, within);
};
