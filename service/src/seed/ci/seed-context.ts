import { routes } from '../../ci/index.ts';
import { groupId } from '../../ci/contexts/groups.ts';
import type { CiOrganization } from '../../ci/organizations/organization-records.ts';
import type { Team } from '../../access/records.ts';
import type { StoredRecord } from '../../store/store.ts';
import { requireId } from '../entries.ts';
import { invokeRoute, type SeedContext } from '../invoke-route.ts';
import type { SeedOrganization } from '../shape.ts';

export type CiSeed = NonNullable<SeedOrganization['ci']>;
export type CiSeedEntry<K extends keyof CiSeed> = Extract<NonNullable<CiSeed[K]>, readonly unknown[]>[number];

/** The context of seeding an organization of the CI service. */
export interface CiSeedContext extends SeedContext {
  readonly ciOrganization: StoredRecord<CiOrganization>;
}

/** What a request to service 2 would make: its answer's body. */
export const invokeCiRoute = async (
  context: CiSeedContext,
  row: string,
  params: { readonly [name: string]: string },
  body: unknown,
  id?: string | null,
  prepared?: unknown,
): Promise<{ readonly id: string }> =>
  (await invokeRoute({ ...context, routes }, row, params, body, id ?? undefined, prepared)).body as { readonly id: string };

const findIdByName = async (context: CiSeedContext, kind: string, name: string, what: string): Promise<string> => {
  const record = await context.tx.getByKey(kind, context.ciOrganization.id, name);
  return requireId(new Map(record ? [[name, record.id]] : []), name, what);
};
export const findProjectId = (context: CiSeedContext, name: string): Promise<string> =>
  findIdByName(context, 'ci-projects', name, 'CI project');
export const findEnvironmentId = (context: CiSeedContext, name: string): Promise<string> =>
  findIdByName(context, 'ci-environments', name, 'environment');
export const findGroupId = async (context: CiSeedContext, name: string): Promise<string> => {
  const team = await context.tx.getByKey<Team>('teams', context.organization, name);
  return name === 'All members' ? context.ciOrganization.id : groupId(requireId(new Map(team ? [[name, team.id]] : []), name, 'team'));
};
