import type { Figure } from '../figure.ts';
import { refreshStatistics } from './database-usage.ts';
import type { LargeStorage } from './large-lists.ts';
import { plantedWorkspaceId, plantedWorkspaceName, plantRuns } from './plant-runs.ts';
import { openStorage, startOn } from './storage.ts';
import { type ListParameters, timeLists, withParameters } from './time-lists.ts';

const queue = 'pending,fetching,plan_queued,planning,apply_queued,applying';

/** Lists of the organization; how many of 100,000 runs they find without their time. */
const ofOrganization: { readonly [title: string]: (at: number) => ListParameters } = {
  'a year (67,000)': () => [],
  'statuses of a queue (100)': () => [['filter[status]', queue]],
  'a status (1,000)': () => [['filter[status]', 'errored']],
  'a status (2,000)': () => [['filter[status]', 'planned']],
  'a status (77,000)': () => [['filter[status]', 'applied']],
  'not final (2,100)': () => [['filter[status_group]', 'non_final']],
  'final (97,900)': () => [['filter[status_group]', 'final']],
  'a source (10,000)': () => [['filter[source]', 'tfe-ui']],
  'an operation (20,000)': () => [['filter[operation]', 'plan_only']],
  'an operation (100)': () => [['filter[operation]', 'destroy']],
  'a status (1,000) and an operation (20,000): none': () => [
    ['filter[status]', 'errored'],
    ['filter[operation]', 'plan_only'],
  ],
  'a source (10,000), an operation (80,000) and a group (97,900)': () => [
    ['filter[source]', 'tfe-ui'],
    ['filter[operation]', 'plan_and_apply'],
    ['filter[status_group]', 'final'],
  ],
  'another year': () => [['filter[timeframe]', '2025']],
  'a user (500)': (at) => [['search[user]', `user-${at}`]],
  'a commit (4)': (at) => [['search[commit]', `c0ffee${String(at + 20_000).padStart(10, '0')}`]],
  'a part of a message': (at) => [['search[basic]', `change 9${at}`]],
  'the workspaces of a pool (1,000)': () => [['filter[agent_pool_names]', 'some']],
  'two workspaces (200)': (at) => [['filter[workspace_names]', `${plantedWorkspaceName(at)},${plantedWorkspaceName(at + 1)}`]],
  'two workspaces and a status': (at) => [
    ['filter[workspace_names]', `${plantedWorkspaceName(at)},${plantedWorkspaceName(at + 1)}`],
    ['filter[status]', 'applied'],
  ],
  'page 200 of final': () => [
    ['filter[status_group]', 'final'],
    ['page[number]', '200'],
  ],
};
const ofWorkspace: { readonly [title: string]: ListParameters } = {
  'all (100)': [],
  'statuses of a queue': [['filter[status]', queue]],
  final: [['filter[status_group]', 'final']],
  'a source': [['filter[source]', 'tfe-ui']],
  'an operation and a year': [
    ['filter[operation]', 'plan_only'],
    ['filter[timeframe]', 'year'],
  ],
};

/** Creates a workspace, a pool and a run over HTTP, and copies of them in the store itself. */
const plant = async ({ storage, count }: LargeStorage): Promise<string> => {
  const service = await startOn(storage);
  const make = async (path: string, type: string, attributes: object, relationships = {}): Promise<string> =>
    (await service.ask('POST', path, { data: { type, attributes, relationships } })).data.id as string;
  const workspace = await make('/api/v2/organizations/acme/workspaces', 'workspaces', {
    name: 'template',
    'execution-mode': 'remote',
  });
  const pool = await make('/api/v2/organizations/acme/agent-pools', 'agent-pools', { name: 'some' });
  const data = { type: 'workspaces', id: workspace };
  const run = await make('/api/v2/runs', 'runs', { message: 'template' }, { workspace: { data } });
  await service.end();
  const store = await openStorage(storage);
  await plantRuns(store, { workspace, run, count, pool });
  await store.close();
  if ('url' in storage) await refreshStatistics(storage.url);
  return workspace;
};

/** Lists of runs of an organization and of a workspace, alone and each after a new run. */
export const measureLargeRuns = async (large: LargeStorage, progress: (words: string) => void): Promise<readonly Figure[]> => {
  const { storage, count, server, words } = large;
  const workspace = await plant(large);
  progress(`${storage.name}: ${count} runs`);
  const service = await startOn(storage);
  const lists = [
    ...Object.entries(ofOrganization).map(([title, parameters]) => ({
      title: `of an organization: ${title}`,
      path: (at: number) => withParameters('/api/v2/organizations/acme/runs', parameters(at)),
    })),
    ...Object.entries(ofWorkspace).map(([title, parameters]) => ({
      title: `of a workspace: ${title}`,
      path: (at: number) => withParameters(`/api/v2/workspaces/${plantedWorkspaceId(at)}/runs`, parameters),
    })),
  ].filter(({ title }) => new RegExp(words ?? '').test(title));
  const write = async (title: string): Promise<void> => {
    const relationships = { workspace: { data: { type: 'workspaces', id: workspace } } };
    await service.ask('POST', '/api/v2/runs', { data: { type: 'runs', attributes: { message: title }, relationships } });
  };
  try {
    return await timeLists({ service, server, words: `${storage.name}, ${count.toLocaleString('en')} runs`, progress, write }, lists);
  } finally {
    await service.end();
  }
};
