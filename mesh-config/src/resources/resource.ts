/** Where a resource was written. */
export interface Origin {
  /** Path of a file as it was named by whoever reads it, or `kubernetes`. */
  readonly source: string;
  /** RFC 6901: where the resource stands in its document, as `/items/0` of a `List`; absent where it is all of it. */
  readonly pointer?: string;
  /** 1-based lines of its document in the file; absent for what has no file. */
  readonly line?: number;
  /** 1-based line of the value at a pointer (RFC 6901) into the resource; absent for what has no file. */
  readonly lineOf?: (pointer: string) => number | undefined;
}

/**
 * A document of a known kind, as sources tell it and everything below reads it.
 * Example: `{collection: 'istio/networking/v1alpha3/gateways', name: 'default/front', version: 'v1', …, spec: {servers: […]}}`
 */
export interface Resource {
  readonly collection: string;
  /** `namespace/name`, or `name` for a kind that has no namespaces. */
  readonly name: string;
  /** `v1`, `v2`, … of a file; Kubernetes's resourceVersion. Differs whenever the content does. */
  readonly version: string;
  /** ISO 8601; undefined: nobody said. */
  readonly createdAt?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** What stands under `spec`; for kinds without one, the document without apiVersion, kind, metadata and status. */
  readonly spec: unknown;
  readonly origin: Origin;
}

/** What a source tells, collection by collection. A collection is whole when its `full-sync` has come. */
export type SourceEvent =
  | { readonly kind: 'added' | 'updated'; readonly resource: Resource }
  | { readonly kind: 'deleted'; readonly collection: string; readonly name: string }
  | { readonly kind: 'full-sync'; readonly collection: string }
  /** Forget everything that this source told: it begins again. */
  | { readonly kind: 'reset' };
