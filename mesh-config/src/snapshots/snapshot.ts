import type { Resource } from '../resources/resource.ts';

/** A resource as MCP carries it; encoded once for all sinks. */
export interface EncodedResource {
  readonly name: string;
  readonly version: string;
  /** The bytes of an istio.mcp.v1alpha1.Resource. */
  readonly bytes: Uint8Array;
}

/** The content of one collection in the newest snapshot of its group. Immutable: a change creates another. */
export interface CollectionSnapshot {
  readonly collection: string;
  /** `<collection>/<generation>`; generation 0 is the empty collection. */
  readonly version: string;
  readonly resources: readonly Resource[];
  /** Parallel to `resources`; made at the first call and kept. */
  encoded(): readonly EncodedResource[];
}

/** The newest snapshots: written by processing, read by MCP and introspection. */
export interface Snapshots {
  readonly collections: readonly string[];
  /** undefined: the group of this collection has no snapshot yet, or there is no such collection. */
  current(collection: string): CollectionSnapshot | undefined;
  /** Calls back after each publication that changed the collection; call the returned function to stop. */
  watch(collection: string, changed: (snapshot: CollectionSnapshot) => void): () => void;
}
