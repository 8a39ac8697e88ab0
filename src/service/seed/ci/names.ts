import { routes } from '../../ci/index.ts';
import { groupId } from '../../ci/contexts/groups.ts';
import type { CiOrganization } from '../../ci/stored.ts';
import type { Team } from '../../records.ts';
import type { Rec } from '../../store/store.ts';
import { known } from '../entries.ts';
import { invoke, type Planting } from '../invoke.ts';
import type { SeedOrganization } from '../shape.ts';

export type SeedCi = NonNullable<SeedOrganization['ci']>;
export type Given<K extends keyof SeedCi> = Extract<NonNullable<SeedCi[K]>, readonly unknown[]>[number];

/** Where planting is, in service 2. */
export interface PlantingCi extends Planting { readonly home: Rec<CiOrganization> }

/** What a request to service 2 would make: its answer's body. */
export const ask = async (at: PlantingCi, row: string, params: { readonly [name: string]: string }, body: unknown, id?: string | null, prepared?: unknown): Promise<{ readonly id: string }> =>
  (await invoke({ ...at, routes }, row, params, body, id ?? undefined, prepared)).body as { readonly id: string };

const idNamed = async (at: PlantingCi, kind: string, name: string, what: string): Promise<string> => {
  const record = await at.tx.byKey(kind, at.home.id, name);
  return known(new Map(record ? [[name, record.id]] : []), name, what);
};
export const projectNamed = (at: PlantingCi, name: string): Promise<string> => idNamed(at, 'ci-projects', name, 'CI project');
export const environmentNamed = (at: PlantingCi, name: string): Promise<string> => idNamed(at, 'ci-environments', name, 'environment');
export const groupNamed = async (at: PlantingCi, name: string): Promise<string> => {
  const team = await at.tx.byKey<Team>('teams', at.organization, name);
  return name === 'All members' ? at.home.id : groupId(known(new Map(team ? [[name, team.id]] : []), name, 'team'));
};
