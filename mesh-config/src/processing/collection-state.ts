import type { Resource } from '../resources/resource.ts';

/**
 * One collection of a source. Until it is synced, and again after a reset, events are collected separately: the last complete state stays
 * current, so that a source that starts again does not remove resources in the meantime.
 */
export interface CollectionState {
  readonly collection: string;
  /** Whether its full-sync has come. */
  isSynced(): boolean;
  /** Increases with every change; 0 while the collection was always empty. */
  generation(): number;
  resources(): ReadonlyMap<string, Resource>;
  /** Each returns whether the current resources have changed. */
  put(resource: Resource): boolean;
  remove(name: string): boolean;
  markSynced(): boolean;
  restart(): void;
}

const isSameContent = (a: ReadonlyMap<string, Resource>, b: ReadonlyMap<string, Resource>): boolean =>
  a.size === b.size && [...a].every(([name, { version }]) => b.get(name)?.version === version);

export const createCollectionState = (collection: string): CollectionState => {
  let current = new Map<string, Resource>();
  let coming: Map<string, Resource> | undefined = new Map();
  let generation = 0;
  const counted = (changed: boolean): boolean => {
    if (changed) generation += 1;
    return changed;
  };
  return {
    collection,
    isSynced: () => coming === undefined,
    generation: () => generation,
    resources: () => current,
    put: (resource) => {
      if (coming) {
        coming.set(resource.name, resource);
        return false;
      }
      const changed = current.get(resource.name)?.version !== resource.version;
      if (changed) current.set(resource.name, resource);
      return counted(changed);
    },
    remove: (name) => (coming ? (coming.delete(name), false) : counted(current.delete(name))),
    markSynced: () => {
      if (!coming) return false;
      const [before, after] = [current, coming];
      [current, coming] = [after, undefined];
      return counted(!isSameContent(before, after));
    },
    restart: () => {
      coming = new Map();
    },
  };
};
