import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import { type ConnectionOptions, isClusterConfigured, loadClusterContext, readPodNamespace } from './cluster-context.ts';
import { createCredentialProvider } from './credentials.ts';
import type { ClusterContext } from './kubeconfig.ts';

/** A cluster's API server, and how to come before it. */
export interface ClusterConnection {
  readonly server: URL;
  /** That of the kubeconfig's context, or of this pod; undefined: none is named. Throws one sentence. */
  namespace(): string | undefined;
  /** Credentials and socket of one request, created each time: files and plugins may have changed. */
  requestOptions(): Promise<RequestOptions>;
  /** The server answered 401: cached credentials are read again. */
  rereadCredentials(): void;
}
/** Milliseconds between two reads of cached credentials, however often the server answers 401. */
const minimumRereadInterval = 10_000;

/** Reads how to reach the cluster, without a request. Throws one sentence, which never quotes the files. */
export const openConnection = async (parts: ConnectionOptions): Promise<ClusterConnection> => {
  const { kubeconfig } = parts;
  if (!isClusterConfigured(parts)) throw new Error('invalid configuration: no configuration has been provided');
  const first = loadClusterContext(parts);
  const { cluster } = first;
  const server = URL.canParse(cluster.server) ? new URL(cluster.server) : undefined;
  if (!server || !/^https?:$/.test(server.protocol))
    throw new Error(
      `invalid configuration: ${
        kubeconfig === '' ? 'the address of the API server' : `the server of the cluster ${JSON.stringify(cluster.name)} in ${kubeconfig}`
      } is no URL of http or https`,
    );
  const kept = server.protocol === 'http:' ? new HttpAgent({ keepAlive: true }) : new HttpsAgent({ keepAlive: true });
  const begin = (chosen: ClusterContext): (() => Promise<RequestOptions>) => createCredentialProvider(chosen, kubeconfig);
  let [credentials, readAt] = [begin(first), Number.NEGATIVE_INFINITY];
  return {
    server,
    namespace: () => (kubeconfig === '' ? readPodNamespace(parts) : first.namespace),
    // Sockets are keyed by their credentials, so one agent is enough; for a proxy, its own agent is used.
    requestOptions: async () => {
      const options = await credentials();
      return cluster.proxyUrl ? options : { ...options, agent: kept };
    },
    rereadCredentials: () => {
      if (performance.now() - readAt < minimumRereadInterval) return;
      readAt = performance.now();
      // A half-written file, or one that names another cluster, changes nothing.
      try {
        const chosen = loadClusterContext(parts);
        if (chosen.cluster.server === cluster.server) credentials = begin(chosen);
      } catch {
        // The credentials that are in use stay.
      }
    },
  };
};
