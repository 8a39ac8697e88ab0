import type { Resource } from '../resources/resource.ts';
import type { ResourceSet, AnalysisContext } from './analyzer.ts';

export interface AnalysisOptions {
  /** DNS suffix of the cluster's services. Default `cluster.local`. */
  readonly domain?: string;
  /** Default `istio-system`. */
  readonly rootNamespace?: string;
}

/** What was made of all there is, and of which collections. */
interface MemoizedValue {
  readonly value: unknown;
  readonly collections: ReadonlySet<string>;
}
interface MemoizingContext extends AnalysisContext {
  readonly memoized: Map<unknown, MemoizedValue>;
}

const createMemoizingContext = (
  among: ResourceSet,
  { domain = 'cluster.local', rootNamespace = 'istio-system' }: AnalysisOptions,
  reuse: (make: unknown) => MemoizedValue | undefined,
): MemoizingContext => {
  const made = new Map<unknown, MemoizedValue>();
  const names = new Map<string, Map<string, Resource>>();
  let asked: Set<string>[] = [];
  const note = (collection: string): void => {
    for (const one of asked) one.add(collection);
  };
  const self: MemoizingContext = {
    domain,
    rootNamespace,
    memoized: made,
    list: (collection) => {
      note(collection);
      return among.resources(collection) ?? [];
    },
    find: (collection, name) => {
      let known = names.get(collection);
      if (!known) names.set(collection, (known = new Map(self.list(collection).map((one) => [one.name, one]))));
      else note(collection);
      return known.get(name);
    },
    memoize: <T>(make: (look: AnalysisContext) => T): T => {
      const known = made.get(make) ?? reuse(make);
      if (known) {
        known.collections.forEach(note);
        return known.value as T;
      }
      const of = new Set<string>(),
        before = asked;
      asked = [...before, of];
      try {
        const value = make(self);
        made.set(make, { value, collections: of });
        return value;
      } finally {
        asked = before;
      }
    },
    memoizeOthers: (make) => self.memoize(make),
  };
  return self;
};

export const createAnalysisContext = (among: ResourceSet, surroundings: AnalysisOptions = {}): MemoizingContext =>
  createMemoizingContext(among, surroundings, () => undefined);

/** As `base` would look with this resource in place of the one that has its name. What was made of other collections is not made again. */
export const createContextWithResource = (resource: Resource, base: MemoizingContext, among: ResourceSet): AnalysisContext => {
  const replaced: ResourceSet = {
    resources: (collection) =>
      collection === resource.collection
        ? [...(among.resources(collection) ?? []).filter(({ name }) => name !== resource.name), resource]
        : among.resources(collection),
  };
  const changed = createMemoizingContext(replaced, base, (make) => {
    // Made in the base for all that come after; what it is made of is known then.
    if (!base.memoized.has(make)) base.memoize(make as (look: AnalysisContext) => unknown);
    const known = base.memoized.get(make)!;
    return known.collections.has(resource.collection) ? undefined : known;
  });
  return {
    ...changed,
    memoizeOthers: base.memoize,
    find: (collection, name) =>
      collection !== resource.collection ? base.find(collection, name) : name === resource.name ? resource : base.find(collection, name),
  };
};
export type { MemoizingContext as Kept };
