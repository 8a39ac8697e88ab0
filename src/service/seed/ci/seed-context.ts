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

/** Where planting is, in service 2. */
export interface CiSeedContext extends SeedContext {
  readonly ciOrganization: StoredRecord<CiOrganization>;
}

/** What a request to service 2 would make: its answer's body. */
export const invokeCiRoute = async (
  at: CiSeedContext,
  row: string,
  params: { readonly [name: string]: string },
  body: unknown,
  id?: string | null,
  prepared?: unknown,
): Promise<{ readonly id: string }> =>
  (await invokeRoute({ ...at, routes }, row, params, body, id ?? undefined, prepared)).body as { readonly id: string };

const findIdByName = async (at: CiSeedContext, kind: string, name: string, what: string): Promise<string> => {
  const record = await at.tx.getByKey(kind, at.ciOrganization.id, name);
  return requireId(new Map(record ? [[name, record.id]] : []), name, what);
};
export const findProjectId = (at: CiSeedContext, name: string): Promise<string> => findIdByName(at, 'ci-projects', name, 'CI project');
export const findEnvironmentId = (at: CiSeedContext, name: string): Promise<string> =>
  findIdByName(at, 'ci-environments', name, 'environment');
export const findGroupId = async (at: CiSeedContext, name: string): Promise<string> => {
  const team = await at.tx.getByKey<Team>('teams', at.organization, name);
  return name === 'All members' ? at.ciOrganization.id : groupId(requireId(new Map(team ? [[name, team.id]] : []), name, 'team'));
};
