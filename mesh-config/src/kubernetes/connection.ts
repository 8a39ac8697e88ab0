import { existsSync } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import { createCredentialProvider } from './credentials.ts';
import { type ClusterContext, readKubeconfig } from './kubeconfig.ts';

/** A cluster's API server, and how to come before it. */
export interface ClusterConnection {
  readonly server: URL;
  /** Credentials and sockets of one request, made anew each time: files and plugins change what they say. */
  requestOptions(): Promise<RequestOptions>;
  /** The server does not know us: what was held of credentials is read anew. */
  rereadCredentials(): void;
}
export interface ConnectionOptions {
  /** `--kubeconfig`; '': as a pod of the cluster. */
  readonly kubeconfig: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What stands before the paths of a pod's credentials; '' but in tests. */
  readonly root?: string;
}

const tokenPath = '/var/run/secrets/kubernetes.io/serviceaccount/token';

const isInPod = ({ environment, root = '' }: ConnectionOptions): boolean =>
  Boolean(environment['KUBERNETES_SERVICE_HOST'] && environment['KUBERNETES_SERVICE_PORT']) && existsSync(root + tokenPath);
/** Whether anything says which cluster. */
export const isClusterConfigured = (parts: ConnectionOptions): boolean => parts.kubeconfig !== '' || isInPod(parts);

const loadContext = async ({ kubeconfig, root = '' }: ConnectionOptions): Promise<ClusterContext> => {
  // Alone and late: the rest of that library is forty times as large as mesh-config, and most commands need none of it.
  const { KubeConfig } = await import('@kubernetes/client-node/dist/config.js');
  const config = new KubeConfig();
  if (kubeconfig !== '') return readKubeconfig(config, kubeconfig);
  config.loadFromCluster(root);
  return { config, cluster: config.getCurrentCluster()!, user: config.getCurrentUser()!, tokenFile: root + tokenPath };
};
/** Milliseconds in which what is held is read anew once, however often we are denied. */
const minimumRereadInterval = 10_000;

/** Reads how to reach the cluster; asks it nothing. Throws one sentence, never what is in the files. */
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
    // Nobody is verified without TLS; the library asks to have that said.
    if (server.protocol === 'http:') Object.assign(chosen.cluster, { skipTLSVerify: true });
    return createCredentialProvider(chosen, kubeconfig);
  };
  let [credentials, readAt] = [begin(first), Number.NEGATIVE_INFINITY];
  return {
    server,
    // Sockets are told apart by their credentials, so one agent is enough; through a proxy the library's own knows the way.
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
