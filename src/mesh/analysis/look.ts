import type { Resource } from '../resource.ts';
import type { Among, Look } from './analyzer.ts';

export interface Surroundings {
  /** DNS suffix of the cluster's services. Default `cluster.local`. */
  readonly domain?: string;
  /** Default `istio-system`. */
  readonly rootNamespace?: string;
}

export const look = (among: Among, { domain = 'cluster.local', rootNamespace = 'istio-system' }: Surroundings = {}): Look => {
  const made = new Map<unknown, unknown>();
  const names = new Map<string, Map<string, Resource>>();
  const self: Look = {
    domain, rootNamespace,
    all: (collection) => among.resources(collection) ?? [],
    named: (collection, name) => {
      let known = names.get(collection);
      if (!known) names.set(collection, known = new Map(self.all(collection).map((one) => [one.name, one])));
      return known.get(name);
    },
    once: <T>(make: (given: Look) => T): T => {
      if (!made.has(make)) made.set(make, make(self));
      return made.get(make) as T;
    },
  };
  return self;
};
