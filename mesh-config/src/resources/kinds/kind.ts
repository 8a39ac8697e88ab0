/** A kind of resource, and the collection in which MCP serves it (docs/mesh-config.md). */
export interface Kind {
  /** `istio/networking/v1alpha3/gateways` */
  readonly collection: string;
  /** `networking.istio.io`; '' for the core of Kubernetes. */
  readonly group: string;
  readonly version: string;
  /** `Gateway` */
  readonly kind: string;
  /** `gateways` */
  readonly plural: string;
  readonly namespaced: boolean;
  /** `istio.networking.v1alpha3.Gateway`; undefined: the body is a google.protobuf.Struct. */
  readonly message?: string | undefined;
  /** A built-in kind of Kubernetes, which has no CRD. */
  readonly builtin?: true;
}
