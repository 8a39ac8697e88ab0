import { existsSync } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import { createCredentialProvider } from './credentials.ts';
import { type ClusterContext, readKubeconfig } from './kubeconfig.ts';

/** A cluster's API server, and how to come before it. */
export interface ClusterConnection {
  readonly server: URL;
  /** Credentials and socket of one request, created each time: files and plugins may have changed. */
  requestOptions(): Promise<RequestOptions>;
  /** The server answered 401: cached credentials are read again. */
  rereadCredentials(): void;
}
export interface ConnectionOptions {
  /** `--kubeconfig`; '': as a pod of the cluster. */
  readonly kubeconfig: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Prefix of the paths of a pod's credentials; '' except in tests. */
  readonly root?: string;
}

const tokenPath = '/var/run/secrets/kubernetes.io/serviceaccount/token';

const isInPod = ({ environment, root = '' }: ConnectionOptions): boolean =>
  Boolean(environment['KUBERNETES_SERVICE_HOST'] && environment['KUBERNETES_SERVICE_PORT']) && existsSync(root + tokenPath);
/** Whether a cluster is configured. */
export const isClusterConfigured = (parts: ConnectionOptions): boolean => parts.kubeconfig !== '' || isInPod(parts);

const loadContext = async ({ kubeconfig, root = '' }: ConnectionOptions): Promise<ClusterContext> => {
  // Alone and late: the rest of that library is forty times as large as mesh-config, and most commands need none of it.
  const { KubeConfig } = await import('@kubernetes/client-node/dist/config.js');
  const config = new KubeConfig();
  if (kubeconfig !== '') return readKubeconfig(config, kubeconfig);
  config.loadFromCluster(root);
  return { config, cluster: config.getCurrentCluster()!, user: config.getCurrentUser()!, tokenFile: root + tokenPath };
};
/** Milliseconds between two reads of cached credentials, however often the server answers 401. */
const minimumRereadInterval = 10_000;

/** Reads how to reach the cluster, without a request. Throws one sentence, which never quotes the files. */
export const openConnection = async (parts: ConnectionOptions): Promise<ClusterConnection> => {
  const { kubeconfig } = parts;
  if (!isClusterConfigured(parts)) throw new Error('invalid configuration: no configuration has been provided');
  const first = await loadContext(parts);
  const { cluster } = first;
  const server = URL.canParse(cluster.server) ? new URL(cluster.server) : undefined;
  if (!server || !/^https?:$/.test(server.protocol))
    throw new Error(
      `invalid configuration: the server of the cluster ${JSON.stringify(cluster.name)} in ${kubeconfig} is no URL of http or https`,
    );
  const kept = server.protocol === 'http:' ? new HttpAgent({ keepAlive: true }) : new HttpsAgent({ keepAlive: true });
  const begin = (chosen: ClusterContext): (() => Promise<RequestOptions>) => {
    // Without TLS there is nothing to verify; the library requires it to be stated.
    if (server.protocol === 'http:') Object.assign(chosen.cluster, { skipTLSVerify: true });
    return createCredentialProvider(chosen, kubeconfig);
  };
  let [credentials, readAt] = [begin(first), Number.NEGATIVE_INFINITY];
  return {
    server,
    // Sockets are keyed by their credentials, so one agent is enough; for a proxy, the library's own agent is used.
    requestOptions: async () => {
      const options = await credentials();
      return cluster.proxyUrl ? options : { ...options, agent: kept };
    },
    rereadCredentials: () => {
      if (performance.now() - readAt < minimumRereadInterval) return;
      readAt = performance.now();
      // A file that is being written, or names another cluster by now, changes nothing.
      loadContext(parts).then(
        (chosen) => {
          if (chosen.cluster.server === cluster.server) credentials = begin(chosen);
        },
        () => {},
      );
    },
  };
};
