/** Of Kubernetes' documents, what discovery reads: `spec` of a Service, Pod and Node, all of an Endpoints. Whatever may be missing, may be. */
export interface ServiceSpec {
  readonly type?: string;
  readonly clusterIP?: string;
  readonly externalName?: string;
  readonly ports?: readonly { readonly name?: string; readonly port?: number; readonly protocol?: string }[];
}
export interface EndpointAddress { readonly ip?: string; readonly nodeName?: string; readonly targetRef?: { readonly kind?: string; readonly name?: string; readonly namespace?: string } }
export interface EndpointsBody {
  readonly subsets?: readonly {
    readonly addresses?: readonly EndpointAddress[];
    readonly notReadyAddresses?: readonly EndpointAddress[];
    readonly ports?: readonly { readonly name?: string; readonly port?: number; readonly protocol?: string }[];
  }[];
}
export interface PodSpec { readonly nodeName?: string; readonly serviceAccountName?: string }
