/** The location of a resource in its source. */
export interface Origin {
  /** Path of a file as the reader has it, or `kubernetes`. */
  readonly source: string;
  /** RFC 6901: the place of the resource in its document, as `/items/0` of a `List`; absent where it is the whole document. */
  readonly pointer?: string;
  /** 1-based lines of its document in the file; absent for what has no file. */
  readonly line?: number;
  /** 1-based line of the value at a pointer (RFC 6901) into the resource; absent for what has no file. */
  readonly lineOf?: (pointer: string) => number | undefined;
}

export interface PodStatus {
  /** The address of the pod. */
  readonly podIP?: string;
  /** `Pending`, `Running`, `Succeeded`, `Failed` or `Unknown`. */
  readonly phase?: string;
}

/**
 * A document of a known kind, as sources emit it.
 * Example: `{collection: 'istio/networking/v1alpha3/gateways', name: 'default/front', version: 'v1', …, spec: {servers: […]}}`
 */
export interface Resource {
  readonly collection: string;
  /** `namespace/name`, or `name` for a kind that has no namespaces. */
  readonly name: string;
  /** `v1`, `v2`, … of a file; Kubernetes's resourceVersion. Differs whenever the content does. */
  readonly version: string;
  /** ISO 8601; undefined: unknown. */
  readonly createdAt?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** The value of `spec`; for kinds without one, the document without apiVersion, kind, metadata and status. */
  readonly spec: unknown;
  /** Names at the top of a document of the mesh that it cannot have there; absent: none. */
  readonly unknownFields?: readonly string[];
  /** The part of a Pod's status that service discovery reads; absent for other kinds. */
  readonly status?: PodStatus;
  readonly origin: Origin;
  /** Generated from another resource, whose origin it has; the analysis reports nothing about it. */
  readonly isGenerated?: true;
}

/** What a source emits, collection by collection. A collection is synced when its `full-sync` has come. */
export type SourceEvent =
  | { readonly kind: 'added' | 'updated'; readonly resource: Resource }
  | { readonly kind: 'deleted'; readonly collection: string; readonly name: string }
  | { readonly kind: 'full-sync'; readonly collection: string }
  /** Discard what this source has emitted: it begins again. */
  | { readonly kind: 'reset' };
