import type { Resource } from '../resource.ts';
import type { Among, Look } from './analyzer.ts';

export interface Surroundings {
  /** DNS suffix of the cluster's services. Default `cluster.local`. */
  readonly domain?: string;
  /** Default `istio-system`. */
  readonly rootNamespace?: string;
}

/** What was made of all there is, and of which collections. */
interface Made { readonly value: unknown; readonly of: ReadonlySet<string> }
interface Kept extends Look { readonly made: Map<unknown, Made> }

const lookIn = (among: Among, { domain = 'cluster.local', rootNamespace = 'istio-system' }: Surroundings, reuse: (make: unknown) => Made | undefined): Kept => {
  const made = new Map<unknown, Made>();
  const names = new Map<string, Map<string, Resource>>();
  let asked: Set<string>[] = [];
  const note = (collection: string): void => { for (const one of asked) one.add(collection); };
  const self: Kept = {
    domain, rootNamespace, made,
    all: (collection) => { note(collection); return among.resources(collection) ?? []; },
    named: (collection, name) => {
      let known = names.get(collection);
      if (!known) names.set(collection, known = new Map(self.all(collection).map((one) => [one.name, one])));
      else note(collection);
      return known.get(name);
    },
    once: <T>(make: (look: Look) => T): T => {
      const known = made.get(make) ?? reuse(make);
      if (known) { known.of.forEach(note); return known.value as T; }
      const of = new Set<string>(), before = asked;
      asked = [...before, of];
      try {
        const value = make(self);
        made.set(make, { value, of });
        return value;
      } finally { asked = before; }
    },
    others: (make) => self.once(make),
  };
  return self;
};

export const look = (among: Among, surroundings: Surroundings = {}): Kept => lookIn(among, surroundings, () => undefined);

/** As `base` would look with this resource in place of the one that has its name. What was made of other collections is not made again. */
export const lookWith = (resource: Resource, base: Kept, among: Among): Look => {
  const replaced: Among = {
    resources: (collection) => (collection === resource.collection ? [...(among.resources(collection) ?? []).filter(({ name }) => name !== resource.name), resource] : among.resources(collection)),
  };
  const changed = lookIn(replaced, base, (make) => {
    // Made in the base for all that come after; what it is made of is known then.
    if (!base.made.has(make)) base.once(make as (look: Look) => unknown);
    const known = base.made.get(make)!;
    return known.of.has(resource.collection) ? undefined : known;
  });
  return { ...changed, others: base.once, named: (collection, name) => (collection !== resource.collection ? base.named(collection, name) : name === resource.name ? resource : base.named(collection, name)) };
};
export type { Kept };
