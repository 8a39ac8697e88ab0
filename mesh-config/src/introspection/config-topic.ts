import type { Resource } from '../resources/resource.ts';
import type { Snapshots } from '../snapshots/snapshot.ts';
import { type Cell, methodNotAllowed, type Page, type Topic } from './topic.ts';

export interface ConfigTopicOptions {
  readonly snapshots: Snapshots;
  /** The collections of each group, by its name. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** Whether a peer has acknowledged the newest version, by peer. */
  syncedByPeer(collection: string): ReadonlyMap<string, boolean>;
  typeUrl(resource: Resource): string;
}

/** A row of the JSON, whose members have these names. */
interface SnapshotRow {
  readonly Collection: string;
  readonly Version: string;
  readonly Names: readonly string[];
  readonly Synced: Readonly<Record<string, boolean>>;
}

const collectionsOf = ({ groups }: ConfigTopicOptions, query: URLSearchParams): readonly string[] =>
  groups.get(query.get('group') || 'default') ?? [];

const rowsOf = (options: ConfigTopicOptions, query: URLSearchParams): readonly SnapshotRow[] =>
  collectionsOf(options, query).flatMap((collection) => {
    const snapshot = options.snapshots.current(collection);
    if (!snapshot) return [];
    const names = snapshot.resources.map(({ name }) => name);
    const synced = Object.fromEntries(options.syncedByPeer(collection));
    return [{ Collection: collection, Version: snapshot.version, Names: names, Synced: synced }];
  });

const resourceJson = (options: ConfigTopicOptions, query: URLSearchParams): unknown => {
  const collection = query.get('collection') ?? '';
  if (!collectionsOf(options, query).includes(collection)) return null;
  const resource = options.snapshots.current(collection)?.resources.find(({ name }) => name === query.get('name'));
  if (!resource) return null;
  const { name, version, labels, annotations, createdAt, spec } = resource;
  return {
    TypeURL: options.typeUrl(resource),
    Metadata: { name, version, ...(createdAt === undefined ? {} : { create_time: createdAt }), labels, annotations },
    Body: spec,
  };
};

/** One table row per resource; the first one of a collection shows the collection. */
const cellsOf = ({ Collection, Version, Names, Synced }: SnapshotRow, group: string): readonly (readonly Cell[])[] => {
  const sinks = Object.entries(Synced)
    .map(([peer, isSynced]) => `${peer}: ${isSynced ? 'has it' : 'has not'}`)
    .join(', ');
  if (Names.length === 0) return [[Collection, Version, '', sinks]];
  return Names.map((name, index) => {
    const href = `/configj/resource?${String(new URLSearchParams({ group, collection: Collection, name }))}`;
    return index === 0 ? [Collection, Version, { text: name, href }, sinks] : ['', '', { text: name, href }, ''];
  });
};

const createPage = (options: ConfigTopicOptions, query: URLSearchParams): Page => {
  const group = query.get('group') || 'default';
  const groupRows = [...options.groups.keys()].map((name) => [{ text: name, href: `/configz/?group=${encodeURIComponent(name)}` }]);
  const head = ['Collection', 'Version', 'Resources', 'Sinks'];
  return {
    tables: [
      { caption: 'Groups', head: ['Group'], rows: groupRows },
      { caption: `Snapshot of ${group}`, head, rows: rowsOf(options, query).flatMap((row) => cellsOf(row, group)) },
    ],
  };
};

/** The newest snapshots: the version and the resources of each collection, and which sinks have them. */
export const createConfigTopic = (options: ConfigTopicOptions): Topic => ({
  name: 'config',
  title: 'Configuration',
  description: 'The newest snapshots, and which sinks have them.',
  page: (query) => createPage(options, query),
  json: ({ method, path, query }) => {
    if (method !== 'GET') return methodNotAllowed;
    if (path === '') return { status: 200, json: { Snapshots: rowsOf(options, query), Groups: [...options.groups.keys()] } };
    if (path === 'resource') return { status: 200, json: resourceJson(options, query) };
    return { status: 404, json: { error: 'there is /configj/ and /configj/resource' } };
  },
});
