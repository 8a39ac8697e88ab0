import type { Resource } from '../resources/resource.ts';
import type { Finding } from './analyzer.ts';

/** What is said of a resource alone is said again for as long as it is the same: a change of one asks nothing of the others. */
export const memoizeCheck = (check: (resource: Resource) => readonly Finding[]): ((resource: Resource) => readonly Finding[]) => {
  const said = new WeakMap<Resource, readonly Finding[]>();
  return (resource) => {
    let known = said.get(resource);
    if (!known) said.set(resource, (known = check(resource)));
    return known;
  };
};
