import type { ObjectListener } from './informer.ts';
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
    begun: () => {
      coming = new Map();
    },
    put: (object) => {
      const [key, kept] = [objectKeyOf(object), keep(object)];
      const into = coming ?? objects;
      if (kept === undefined) into?.delete(key);
      else into?.set(key, kept);
      if (!coming) changed();
    },
    gone: (object) => {
      if (objects?.delete(objectKeyOf(object))) changed();
    },
    whole: () => {
      [objects, coming] = [coming ?? new Map<string, T>(), undefined];
      changed();
    },
  };
};
