import type { CollectionSnapshot, EncodedResource } from '../snapshots/snapshot.ts';

/** Versions by name: what a sink has acknowledged. */
export type ResourceVersions = ReadonlyMap<string, string>;

const versionsCache = new WeakMap<CollectionSnapshot, ResourceVersions>();
/** Versions of all resources of a snapshot; sinks that have acknowledged it share the map. */
export const resourceVersionsOf = (snapshot: CollectionSnapshot): ResourceVersions => {
  const there = versionsCache.get(snapshot) ?? new Map(snapshot.resources.map(({ name, version }) => [name, version]));
  versionsCache.set(snapshot, there);
  return there;
};

export interface CollectionDelta {
  readonly changed: readonly EncodedResource[];
  readonly removed: readonly string[];
}

/** The changes from these versions to those of the snapshot. */
export const computeDelta = (held: ResourceVersions, snapshot: CollectionSnapshot): CollectionDelta => {
  const wanted = resourceVersionsOf(snapshot);
  return {
    changed: snapshot.encoded().filter(({ name, version }) => held.get(name) !== version),
    removed: [...held.keys()].filter((name) => !wanted.has(name)),
  };
};
