import type { ObjectListener } from './object-listener.ts';
import { objectKeyOf, type KubernetesObject } from './kubernetes-object.ts';

/** Keeps what an informer tells, as `keep` makes it; undefined: it is of no interest. `changed` is called when something is other than before, not before a first list is whole. */
export const createObjectCache = <T>(
  keep: (object: KubernetesObject) => T | undefined,
  changed: () => void,
): ObjectListener & { objects(): ReadonlyMap<string, T> | undefined } => {
  let objects: Map<string, T> | undefined;
  let coming: Map<string, T> | undefined;
  return {
    objects: () => objects,
    onListStart: () => {
      coming = new Map();
    },
    onObject: (object) => {
      const [key, kept] = [objectKeyOf(object), keep(object)];
      const into = coming ?? objects;
      if (kept === undefined) into?.delete(key);
      else into?.set(key, kept);
      if (!coming) changed();
    },
    onDelete: (object) => {
      if (objects?.delete(objectKeyOf(object))) changed();
    },
    onListEnd: () => {
      [objects, coming] = [coming ?? new Map<string, T>(), undefined];
      changed();
    },
  };
};
