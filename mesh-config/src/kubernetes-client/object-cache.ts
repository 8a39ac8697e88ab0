import type { ObjectListener } from './object-listener.ts';
import { objectKeyOf, type KubernetesObject } from './kubernetes-object.ts';

export interface ObjectCache<T> extends ObjectListener {
  /** Objects by `namespace/name`, or `name`; undefined until the first list is complete. */
  objects(): ReadonlyMap<string, T> | undefined;
}

/**
 * Caches the objects of an informer, each as `convert` returns it; undefined: the object is not cached. `onChange` is called
 * after each change, and not before the first list is complete.
 */
export const createObjectCache = <T>(convert: (object: KubernetesObject) => T | undefined, onChange: () => void): ObjectCache<T> => {
  let objects: Map<string, T> | undefined;
  let listed: Map<string, T> | undefined;
  return {
    objects: () => objects,
    onListStart: () => {
      listed = new Map();
    },
    onObject: (object) => {
      const [key, value] = [objectKeyOf(object), convert(object)];
      const target = listed ?? objects;
      if (value === undefined) target?.delete(key);
      else target?.set(key, value);
      if (!listed) onChange();
    },
    onDelete: (object) => {
      if (objects?.delete(objectKeyOf(object))) onChange();
    },
    onListEnd: () => {
      [objects, listed] = [listed ?? new Map<string, T>(), undefined];
      onChange();
    },
  };
};
