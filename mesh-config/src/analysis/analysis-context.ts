import type { Resource } from '../resources/resource.ts';
import type { ResourceSet, AnalysisContext } from './analyzer.ts';

export interface AnalysisOptions {
  /** DNS suffix of the cluster's services. Default `cluster.local`. */
  readonly domain?: string;
  /** Default `istio-system`. */
  readonly rootNamespace?: string;
  /** Whether resources come from files, and `ingressControllerMode` of the mesh file is not OFF. Default true. */
  readonly hasDefaultIngress?: boolean;
  /** `enableAutoMtls` of the mesh file. Default false. */
  readonly hasAutoMutualTls?: boolean;
}

/** Values derived from all resources, with the collections that they depend on. */
export interface MemoizedValue {
  readonly value: unknown;
  readonly collections: ReadonlySet<string>;
}
interface MemoizingContext extends AnalysisContext {
  readonly memoized: Map<unknown, MemoizedValue>;
  /** Runs a check, and adds to `collections` which of them it has read. */
  recordReads<T>(collections: Set<string>, run: () => T): T;
}

interface ContextState {
  readonly resources: ResourceSet;
  readonly memoized: Map<unknown, MemoizedValue>;
  /** Resources by name, by collection. */
  readonly byName: Map<string, Map<string, Resource>>;
  /** Collections that each value that is being computed has read. */
  reads: readonly Set<string>[];
}

const recordRead = ({ reads }: ContextState, collection: string): void => {
  for (const collections of reads) collections.add(collection);
};

const listResources = (state: ContextState, collection: string): readonly Resource[] => {
  recordRead(state, collection);
  return state.resources.resources(collection) ?? [];
};

const findResource = (state: ContextState, collection: string, name: string): Resource | undefined => {
  recordRead(state, collection);
  const known = state.byName.get(collection);
  if (known) return known.get(name);
  const byName = new Map((state.resources.resources(collection) ?? []).map((resource) => [resource.name, resource]));
  state.byName.set(collection, byName);
  return byName.get(name);
};

/** Computes a value, and records which collections it depends on. */
const computeValue = <T>(
  state: ContextState,
  compute: () => T,
  collections = new Set<string>(),
): { readonly value: T; readonly collections: ReadonlySet<string> } => {
  const outer = state.reads;
  state.reads = [...outer, collections];
  try {
    return { value: compute(), collections };
  } finally {
    state.reads = outer;
  }
};

/** `reuse`: a value that was computed elsewhere, and is valid here. */
const createMemoizingContext = (
  resources: ResourceSet,
  { domain = 'cluster.local', rootNamespace = 'istio-system', hasDefaultIngress = true, hasAutoMutualTls = false }: AnalysisOptions,
  reuse: (compute: unknown) => MemoizedValue | undefined,
): MemoizingContext => {
  const state: ContextState = { resources, memoized: new Map(), byName: new Map(), reads: [] };
  const memoize = <T>(compute: (context: AnalysisContext) => T): T => {
    const known = state.memoized.get(compute) ?? reuse(compute);
    if (known) {
      state.memoized.set(compute, known);
      for (const collection of known.collections) recordRead(state, collection);
      return known.value as T;
    }
    const result = computeValue(state, () => compute(context));
    state.memoized.set(compute, result);
    return result.value;
  };
  const context: MemoizingContext = {
    domain,
    rootNamespace,
    hasDefaultIngress,
    hasAutoMutualTls,
    memoized: state.memoized,
    recordReads: (collections, run) => computeValue(state, run, collections).value,
    list: (collection) => listResources(state, collection),
    isKnown: (collection) => {
      recordRead(state, collection);
      return resources.resources(collection) !== undefined;
    },
    find: (collection, name) => findResource(state, collection, name),
    memoize,
    memoizeOthers: memoize,
  };
  return context;
};

/** `reuse`: a value that an earlier analysis has made, and that still holds. */
export const createAnalysisContext = (
  resources: ResourceSet,
  options: AnalysisOptions = {},
  reuse: (compute: unknown) => MemoizedValue | undefined = () => undefined,
): MemoizingContext => createMemoizingContext(resources, options, reuse);

/** The context of `base` with one resource replaced or added. Values that do not depend on its collection are reused. */
export const createContextWithResource = (resource: Resource, base: MemoizingContext, resources: ResourceSet): AnalysisContext => {
  const replaced: ResourceSet = {
    resources: (collection) =>
      collection === resource.collection
        ? [...(resources.resources(collection) ?? []).filter(({ name }) => name !== resource.name), resource]
        : resources.resources(collection),
  };
  const changed = createMemoizingContext(replaced, base, (compute) => {
    // Computed in the base, so that later contexts can reuse it, and its collections are known.
    if (!base.memoized.has(compute)) base.memoize(compute as (context: AnalysisContext) => unknown);
    const known = base.memoized.get(compute)!;
    return known.collections.has(resource.collection) ? undefined : known;
  });
  return {
    ...changed,
    memoizeOthers: base.memoize,
    find: (collection, name) => (collection === resource.collection && name === resource.name ? resource : base.find(collection, name)),
  };
};
export type { MemoizingContext };
