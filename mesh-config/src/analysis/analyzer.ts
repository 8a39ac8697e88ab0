import type { Resource } from '../resources/resource.ts';
import type { DiagnosticCode } from './codes.ts';

/** The resources of a collection; undefined: the collection is not known here. */
export interface ResourceSet {
  resources(collection: string): readonly Resource[] | undefined;
}

/** The data in which analyzers look things up. */
export interface AnalysisContext {
  /** Sorted by name; empty for an unknown collection. */
  list(collection: string): readonly Resource[];
  /** Whether its resources are all known here: files with the configuration of a mesh do not hold the pods of its cluster. */
  isKnown(collection: string): boolean;
  /** Finds a resource by `namespace/name`, or by `name`. */
  find(collection: string, name: string): Resource | undefined;
  /** The value that `make` derives from all resources, computed once for all callers. */
  memoize<T>(make: (look: AnalysisContext) => T): T;
  /** Like `once`, for a value whose part about the checked resource itself is not used, and may therefore be outdated. */
  memoizeOthers<T>(make: (look: AnalysisContext) => T): T;
  /** `cluster.local` */
  readonly domain: string;
  /** The namespace whose policies hold for all others. */
  readonly rootNamespace: string;
  /** Whether the mesh has the ingress gateway that its installation brings, although its pods may not be among the resources. */
  readonly hasDefaultIngress: boolean;
  /** Whether proxies choose mutual TLS by themselves (`enableAutoMtls` of the mesh file). */
  readonly hasAutoMutualTls: boolean;
}

export interface Finding {
  readonly code: DiagnosticCode;
  /** RFC 6901, in the whole document of the resource that is checked. */
  readonly pointer: string;
  /** One sentence: the actual value, the expected one, and the remedy. */
  readonly message: string;
}

/** One file of `analyzers/`. It checks one resource at a time. */
export interface Analyzer {
  readonly name: string;
  readonly codes: readonly DiagnosticCode[];
  /** Collections whose resources are checked, if they are known. */
  readonly collections: readonly string[];
  /** Collections that it needs: if one is not known, the analyzer is skipped. */
  readonly requires: readonly string[];
  /** undefined: other work may be done in between. */
  check(resource: Resource, look: AnalysisContext): Iterable<Finding | undefined>;
  /** Does the work of a check elsewhere, where that takes long; undefined: it does not. The check comes after it. */
  prepare?(resource: Resource): Promise<void> | undefined;
}
