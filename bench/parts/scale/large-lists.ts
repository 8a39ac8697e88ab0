import type { Figure } from '../figure.ts';
import type { ServiceProcess } from '../service-process.ts';
import { refreshStatistics } from './database-usage.ts';
import { plantWorkspaces, workspaceName } from './plant-workspaces.ts';
import { measureStarts } from './start-times.ts';
import { openStorage, startOn, type Storage } from './storage.ts';
import { type ListParameters, timeLists, withParameters } from './time-lists.ts';

export interface LargeStorage {
  readonly storage: Storage;
  /** Workspaces. */
  readonly count: number;
  /** The process of the database server, where it runs on this machine. */
  readonly server?: number;
  /** Only lists whose title matches this pattern. */
  readonly words?: string | undefined;
}

const workspaces = '/api/v2/organizations/acme/workspaces';

/** By what the figure is called. `at` goes from 0 to 199. */
const lists: { readonly [title: string]: (at: number, project: string) => ListParameters } = {
  'first page': () => [],
  'first page by name': () => [['sort', 'name']],
  'a name (1 find)': (at) => [['search[name]', workspaceName(at * 499)]],
  'a part of names (25,000 finds)': () => [['search[name]', 'billing']],
  'a pattern (50 finds)': (at) => [['search[wildcard-name]', `team-${String(at).padStart(3, '0')}-*`]],
  'a project (1,000)': (_, project) => [['filter[project][id]', project]],
  'a key-value tag (200)': (at) => [
    ['filter[tagged][0][key]', 'team'],
    ['filter[tagged][0][value]', `team-${at}`],
  ],
  'a key-value tag (33,333)': () => [
    ['filter[tagged][0][key]', 'environment'],
    ['filter[tagged][0][value]', 'staging'],
  ],
  'a key (all)': () => [['filter[tagged][0][key]', 'environment']],
  'two key-value tags (67)': (at) => [
    ['filter[tagged][0][key]', 'environment'],
    ['filter[tagged][0][value]', 'staging'],
    ['filter[tagged][1][key]', 'team'],
    ['filter[tagged][1][value]', `team-${at}`],
  ],
  'a flat tag (50,000)': () => [['search[tags]', 'even']],
  'without a flat tag (50,000)': () => [['search[exclude-tags]', 'even']],
  'by latest change, backwards': () => [['sort', '-latest-change-at']],
  'by current run': () => [['sort', 'current-run.created-at']],
  'by current run, backwards': () => [['sort', '-current-run.created-at']],
  'a status of the current run (100)': () => [['filter[current-run][status]', 'errored']],
  'a status of the current run (77,900)': () => [['filter[current-run][status]', 'applied']],
  'two statuses (2,100)': () => [['filter[current-run][status]', 'errored,planned']],
  'a status (2,000) by name': () => [
    ['filter[current-run][status]', 'planned'],
    ['sort', 'name'],
  ],
  'a status (2,000) by latest change, backwards': () => [
    ['filter[current-run][status]', 'planned'],
    ['sort', '-latest-change-at'],
  ],
  'a status (100) and a key-value tag (33,333)': () => [
    ['filter[current-run][status]', 'errored'],
    ['filter[tagged][0][key]', 'environment'],
    ['filter[tagged][0][value]', 'staging'],
  ],
  'a part of names (25,000) by latest change': () => [
    ['search[name]', 'billing'],
    ['sort', 'latest-change-at'],
  ],
  'a key-value tag (200) by latest change': (at) => [
    ['filter[tagged][0][key]', 'team'],
    ['filter[tagged][0][value]', `team-${at}`],
    ['sort', '-latest-change-at'],
  ],
  'a flat tag (50,000) by latest change': () => [
    ['search[tags]', 'even'],
    ['sort', '-latest-change-at'],
  ],
  'page 2,500 by latest change': () => [
    ['page[number]', '2500'],
    ['sort', 'latest-change-at'],
  ],
  'page 50 of a status (2,000) by latest change': () => [
    ['page[number]', '50'],
    ['filter[current-run][status]', 'planned'],
    ['sort', '-latest-change-at'],
  ],
  'page 1,250 of a flat tag (50,000) by latest change': () => [
    ['page[number]', '1250'],
    ['search[tags]', 'even'],
    ['sort', '-latest-change-at'],
  ],
  'page 1,250 of a flat tag (50,000) by name': () => [
    ['page[number]', '1250'],
    ['search[tags]', 'even'],
    ['sort', 'name'],
  ],
  'page 4,900': () => [['page[number]', '4900']],
  'page 4,900 by name': () => [
    ['page[number]', '4900'],
    ['sort', 'name'],
  ],
  'page 2,500 by name, backwards': () => [
    ['page[number]', '2500'],
    ['sort', '-name'],
  ],
  'page 1,200 of a part of names': () => [
    ['page[number]', '1200'],
    ['search[name]', 'billing'],
  ],
  'page 1,500 of a key-value tag': () => [
    ['page[number]', '1500'],
    ['filter[tagged][0][key]', 'environment'],
    ['filter[tagged][0][value]', 'staging'],
  ],
};

/** Creates a workspace, a project and a flat tag over HTTP, and copies of the workspace in the store itself. */
export const plantLargeStorage = async ({ storage, count }: LargeStorage): Promise<string> => {
  const service = await startOn(storage);
  const pair = { type: 'tag-bindings', attributes: { key: 'environment', value: 'template' } };
  const made = await service.ask('POST', workspaces, {
    data: { type: 'workspaces', attributes: { name: 'template' }, relationships: { 'tag-bindings': { data: [pair] } } },
  });
  const { id: template } = made.data as { id: string };
  await service.ask('POST', `/api/v2/workspaces/${template}/relationships/tags`, {
    data: [{ type: 'tags', attributes: { name: 'even' } }],
  });
  const tags = await service.ask('GET', '/api/v2/organizations/acme/tags');
  const project = await service.ask('POST', '/api/v2/organizations/acme/projects', {
    data: { type: 'projects', attributes: { name: 'some' } },
  });
  await service.end();
  const store = await openStorage(storage);
  await plantWorkspaces(store, { template, project: project.data.id, tag: tags.data[0].id, count });
  await store.close();
  if ('url' in storage) await refreshStatistics(storage.url);
  return project.data.id as string;
};

/** A new workspace with a tag, or a change of one, in turn. */
const writeSomething = async (service: ServiceProcess, title: string, at: number): Promise<void> => {
  const pair = { type: 'tag-bindings', attributes: { key: 'environment', value: 'staging' } };
  if (at % 2 === 0) {
    const attributes = { name: `${title}-${at}`.replaceAll(/\W+/g, '-') };
    await service.ask('POST', workspaces, {
      data: { type: 'workspaces', attributes, relationships: { 'tag-bindings': { data: [pair] } } },
    });
  } else
    await service.ask('PATCH', `${workspaces}/${workspaceName(at + 1000)}`, {
      data: { type: 'workspaces', attributes: { description: title } },
    });
};

/** Lists and searches among so many workspaces, and the start of a service over them. */
export const measureLargeLists = async (large: LargeStorage, progress: (words: string) => void): Promise<readonly Figure[]> => {
  const { storage, count } = large;
  progress(`${storage.name}: ${count} workspaces`);
  const project = await plantLargeStorage(large);
  const starts = await measureStarts(storage, `${storage.name}, ${count.toLocaleString('en')} workspaces`);
  return [...starts, ...(await timeAllLists(large, project, progress))];
};

const timeAllLists = async (
  { storage, count, server, words }: LargeStorage,
  project: string,
  progress: (words: string) => void,
): Promise<readonly Figure[]> => {
  const service = await startOn(storage);
  try {
    return await timeLists(
      {
        service,
        server,
        words: `${storage.name}, ${count.toLocaleString('en')} workspaces`,
        progress,
        write: (title, at) => writeSomething(service, title, at),
      },
      Object.entries(lists)
        .filter(([title]) => new RegExp(words ?? '').test(title))
        .map(([title, parameters]) => ({ title, path: (at) => withParameters(workspaces, parameters(at, project)) })),
    );
  } finally {
    await service.end();
  }
};
