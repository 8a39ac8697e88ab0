import type { Resource } from '../resources/resource.ts';
import type { Finding } from './analyzer.ts';

/** Caches the findings of each resource: a change of one resource does not check the others again. */
export const memoizeCheck = (check: (resource: Resource) => readonly Finding[]): ((resource: Resource) => readonly Finding[]) => {
  const cache = new WeakMap<Resource, readonly Finding[]>();
  return (resource) => {
    let known = cache.get(resource);
    if (!known) cache.set(resource, (known = check(resource)));
    return known;
  };
};
