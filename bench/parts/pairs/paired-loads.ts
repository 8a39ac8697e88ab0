import type { ServiceProcess } from '../service-process.ts';
import { listIds } from '../scale/list-ids.ts';
import { describeCreate, loadAll, type LoadFigures, type LoadRequest } from '../scale/load-all.ts';
import { loadVariableSets } from '../scale/variable-set-load.ts';

/** How many requests of each kind a round has. */
export interface RoundSizes {
  readonly creates: number;
  readonly reads: number;
  readonly lists: number;
  readonly stateVersions: number;
  readonly variableSets: number;
}
export interface MeasuredLoad {
  /** In the plural: `creates`. */
  readonly what: string;
  readonly figures: LoadFigures;
  /** Requests; absent where others are sent beside them, so that a database's processor time is not theirs alone. */
  readonly count?: number;
}
interface Load {
  readonly what: string;
  readonly status: number;
  readonly requests: readonly LoadRequest[];
  readonly count: number;
}

const workspacesPath = '/api/v2/organizations/acme/workspaces';

/** A state of 10 KB. */
const stateText = (): string => {
  const around = '{"version":4,"serial":1,"lineage":"l","outputs":{},"resources":[],"check_results":""}';
  return around.replace('""}', `"${'s'.repeat(10_240 - around.length)}"}`);
};
const describeStateVersion = (workspace: string): LoadRequest => ({
  method: 'POST',
  path: `/api/v2/workspaces/${workspace}/state-versions`,
  body: JSON.stringify({
    data: { type: 'state-versions', attributes: { serial: 1, lineage: 'l', state: Buffer.from(stateText()).toString('base64') } },
  }),
});

/** First state versions of workspaces, which are locked before. */
const loadStateVersions = async (services: readonly ServiceProcess[], workspaces: readonly string[]): Promise<LoadFigures> => {
  const count = workspaces.length;
  const locks = workspaces.map((id) => ({ method: 'POST', path: `/api/v2/workspaces/${id}/actions/lock` }));
  await loadAll(services, { status: 200, requests: locks, count });
  return loadAll(services, { status: 201, requests: workspaces.map(describeStateVersion), count });
};

/**
 * Creates, reads, lists, state versions of 10 KB, and variable sets that are made and applied, one kind after the other, with 64 clients.
 * `name` begins the names of what is created. `told` is told of each kind when it is over.
 */
export const runPairedLoads = async (
  services: readonly ServiceProcess[],
  name: string,
  sizes: RoundSizes,
  told: (load: MeasuredLoad) => Promise<void> | void,
  before: () => void = () => {},
): Promise<void> => {
  const load = async ({ what, count, ...work }: Load): Promise<void> => {
    before();
    await told({ what, count, figures: await loadAll(services, { ...work, count }) });
  };
  const creations = Array.from({ length: sizes.creates }, (_, at) => describeCreate(`${name}-${at}`));
  await load({ what: 'creates', status: 201, requests: creations, count: sizes.creates });
  const ids = await listIds(services[0]!, `${workspacesPath}?search%5Bname%5D=${name}-`, Math.max(100, sizes.stateVersions));
  const documents = ids.slice(0, 100).map((id) => ({ method: 'GET', path: `/api/v2/workspaces/${id}` }));
  await load({ what: 'reads', status: 200, requests: documents, count: sizes.reads });
  const pages = Array.from({ length: 20 }, (_, at) => ({ method: 'GET', path: `${workspacesPath}?page%5Bnumber%5D=${at + 1}` }));
  await load({ what: 'lists', status: 200, requests: pages, count: sizes.lists });
  await told({ what: 'state versions', figures: await loadStateVersions(services, ids.slice(0, sizes.stateVersions)) });
  const sets = { prefix: `${name}-set`, count: sizes.variableSets, workspaces: ids.slice(0, 100) };
  await told({ what: 'variable sets made and applied', figures: await loadVariableSets(services, sets) });
};
