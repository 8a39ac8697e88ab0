import type { Resource } from '../resources/resource.ts';
import type { Snapshots } from '../snapshots/snapshot.ts';
import { methodNotAllowed, type Topic } from './topic.ts';

export interface ConfigTopicOptions {
  readonly snapshots: Snapshots;
  /** By name of the group. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** By peer: whether it knows the newest version. */
  syncedByPeer(collection: string): ReadonlyMap<string, boolean>;
  typeUrl(resource: Resource): string;
}

/** What is served: which version of each collection, what is in it, and who has it. */
export const createConfigTopic = ({ snapshots, groups, syncedByPeer: synced, typeUrl }: ConfigTopicOptions): Topic => {
  const chosen = (group: string | null): readonly string[] => groups.get(group || 'default') ?? [];
  const rows = (group: string | null) =>
    chosen(group).flatMap((collection) => {
      const snapshot = snapshots.current(collection);
      return snapshot
        ? [
            {
              Collection: collection,
              Version: snapshot.version,
              Names: snapshot.resources.map(({ name }) => name),
              Synced: Object.fromEntries(synced(collection)),
            },
          ]
        : [];
    });
  const resource = (query: URLSearchParams): unknown => {
    const collection = query.get('collection') ?? '';
    const found = chosen(query.get('group')).includes(collection)
      ? snapshots.current(collection)?.resources.find(({ name }) => name === query.get('name'))
      : undefined;
    if (!found) return null;
    const { name, version, labels, annotations, createdAt, spec } = found;
    return {
      TypeURL: typeUrl(found),
      Metadata: { name, version, ...(createdAt === undefined ? {} : { create_time: createdAt }), labels, annotations },
      Body: spec,
    };
  };
  return {
    name: 'config',
    title: 'Configuration',
    description: 'The newest snapshots, and which sinks have them.',
    page: (query) => ({
      tables: [
        {
          caption: 'Groups',
          head: ['Group'],
          rows: [...groups.keys()].map((name) => [{ text: name, href: `/configz/?group=${encodeURIComponent(name)}` }]),
        },
        {
          caption: `Snapshot of ${query.get('group') || 'default'}`,
          head: ['Collection', 'Version', 'Resources', 'Sinks'],
          rows: rows(query.get('group')).flatMap(({ Collection, Version, Names, Synced }) => {
            const sinks = Object.entries(Synced)
              .map(([peer, has]) => `${peer}: ${has ? 'has it' : 'has not'}`)
              .join(', ');
            return Names.length === 0
              ? [[Collection, Version, '', sinks]]
              : Names.map((name, index) => [
                  index === 0 ? Collection : '',
                  index === 0 ? Version : '',
                  {
                    text: name,
                    href: `/configj/resource?${String(new URLSearchParams({ group: query.get('group') || 'default', collection: Collection, name }))}`,
                  },
                  index === 0 ? sinks : '',
                ]);
          }),
        },
      ],
    }),
    json: ({ method, path: rest, query }) => {
      if (method !== 'GET') return methodNotAllowed;
      if (rest === '') return { status: 200, json: { Snapshots: rows(query.get('group')), Groups: [...groups.keys()] } };
      return rest === 'resource'
        ? { status: 200, json: resource(query) }
        : { status: 404, json: { error: 'there is /configj/ and /configj/resource' } };
    },
  };
};
