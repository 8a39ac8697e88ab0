/** A client of API servers of Kubernetes, for programs beside mesh-config. */
export { createKubernetesClient, type KubernetesClient, type KubernetesRequest } from './client.ts';
export { type ConnectionOptions, isClusterConfigured } from './cluster-context.ts';
export { openConnection } from './connection.ts';
export { KubernetesError } from './kubernetes-error.ts';
export { resourcePathOf } from './kubernetes-object.ts';
