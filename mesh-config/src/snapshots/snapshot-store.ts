import type { Resource } from '../resources/resource.ts';
import type { CollectionSnapshot, EncodedResource, Snapshots } from './snapshot.ts';

export interface SnapshotStore extends Snapshots {
  /** Makes these the current snapshots; after all are in place, notifies the watchers of those whose version has changed. */
  publish(snapshots: readonly CollectionSnapshot[]): void;
}

/** The resources of a collection, sorted by name; encoded on the first request. */
export const createCollectionSnapshot = (
  collection: string,
  generation: number,
  resources: Iterable<Resource>,
  encode: (resource: Resource) => EncodedResource,
): CollectionSnapshot => {
  const sorted = [...resources].sort((a, b) => (a.name < b.name ? -1 : 1));
  let encoded: readonly EncodedResource[] | undefined;
  return { collection, version: `${collection}/${generation}`, resources: sorted, encoded: () => (encoded ??= sorted.map(encode)) };
};

export const createSnapshotStore = (collections: readonly string[]): SnapshotStore => {
  const newest = new Map<string, CollectionSnapshot>();
  const watchers = new Map<string, Set<(snapshot: CollectionSnapshot) => void>>();
  return {
    collections,
    current: (collection) => newest.get(collection),
    watch: (collection, changed) => {
      const there = watchers.get(collection) ?? new Set();
      watchers.set(collection, there.add(changed));
      return () => {
        there.delete(changed);
      };
    },
    publish: (snapshots) => {
      const changed = snapshots.filter(({ collection, version }) => newest.get(collection)?.version !== version);
      for (const one of snapshots) newest.set(one.collection, one);
      for (const one of changed)
        // oxlint-disable-next-line unicorn/no-useless-spread -- a watcher may add or remove watchers while the loop runs
        for (const notify of [...(watchers.get(one.collection) ?? [])]) notify(one);
    },
  };
};
