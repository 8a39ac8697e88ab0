import type { CollectionSnapshot, Encoded } from '../snapshots/snapshot.ts';

/** Versions by name: what a sink has said that it holds. */
export type Versions = ReadonlyMap<string, string>;

const made = new WeakMap<CollectionSnapshot, Versions>();
/** Of all that a snapshot has; one map for however many sinks acknowledge it. */
export const versionsOf = (snapshot: CollectionSnapshot): Versions => {
  const there = made.get(snapshot) ?? new Map(snapshot.resources.map(({ name, version }) => [name, version]));
  made.set(snapshot, there);
  return there;
};

export interface Delta { readonly changed: readonly Encoded[]; readonly removed: readonly string[] }

/** What somebody who holds these versions needs to hold the snapshot. */
export const deltaFrom = (held: Versions, snapshot: CollectionSnapshot): Delta => {
  const wanted = versionsOf(snapshot);
  return {
    changed: snapshot.encoded().filter(({ name, version }) => held.get(name) !== version),
    removed: [...held.keys()].filter((name) => !wanted.has(name)),
  };
};
