import type { Resource } from '../resource.ts';
import type { Problem } from './analyzer.ts';

/** What is said of a resource alone is said again for as long as it is the same: a change of one asks nothing of the others. */
export const remembered = (check: (resource: Resource) => readonly Problem[]): ((resource: Resource) => readonly Problem[]) => {
  const said = new WeakMap<Resource, readonly Problem[]>();
  return (resource) => {
    let known = said.get(resource);
    if (!known) said.set(resource, known = check(resource));
    return known;
  };
};
