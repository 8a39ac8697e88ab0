import { existsSync } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import { isIPv6 } from 'node:net';
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

const [tokenPath, bundlePath] = ['token', 'ca.crt'].map((name) => `/var/run/secrets/kubernetes.io/serviceaccount/${name}`) as [
  string,
  string,
];

const isInPod = ({ environment, root = '' }: ConnectionOptions): boolean =>
  Boolean(environment['KUBERNETES_SERVICE_HOST'] && environment['KUBERNETES_SERVICE_PORT']) && existsSync(root + tokenPath);
/** Whether a cluster is configured. */
export const isClusterConfigured = (parts: ConnectionOptions): boolean => parts.kubeconfig !== '' || isInPod(parts);

/** What a pod finds in its container and in its environment. */
const readPodContext = ({ environment, root = '' }: ConnectionOptions): ClusterContext => {
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '' } = environment;
  const scheme = ['80', '8080', '8001'].includes(port) ? 'http' : 'https';
  return {
    cluster: {
      name: 'inCluster',
      server: `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}`,
      caFile: root + bundlePath,
      skipTlsVerify: false,
    },
    user: { name: 'inClusterUser', tokenFile: root + tokenPath },
  };
};

const loadContext = (options: ConnectionOptions): ClusterContext =>
  options.kubeconfig === '' ? readPodContext(options) : readKubeconfig(options.kubeconfig);
/** Milliseconds between two reads of cached credentials, however often the server answers 401. */
const minimumRereadInterval = 10_000;

/** Reads how to reach the cluster, without a request. Throws one sentence, which never quotes the files. */
export const openConnection = async (parts: ConnectionOptions): Promise<ClusterConnection> => {
  const { kubeconfig } = parts;
  if (!isClusterConfigured(parts)) throw new Error('invalid configuration: no configuration has been provided');
  const first = loadContext(parts);
  const { cluster } = first;
  const server = URL.canParse(cluster.server) ? new URL(cluster.server) : undefined;
  if (!server || !/^https?:$/.test(server.protocol))
    throw new Error(
      `invalid configuration: the server of the cluster ${JSON.stringify(cluster.name)} in ${kubeconfig} is no URL of http or https`,
    );
  const kept = server.protocol === 'http:' ? new HttpAgent({ keepAlive: true }) : new HttpsAgent({ keepAlive: true });
  const begin = (chosen: ClusterContext): (() => Promise<RequestOptions>) => createCredentialProvider(chosen, kubeconfig);
  let [credentials, readAt] = [begin(first), Number.NEGATIVE_INFINITY];
  return {
    server,
    // Sockets are keyed by their credentials, so one agent is enough; for a proxy, its own agent is used.
    requestOptions: async () => {
      const options = await credentials();
      return cluster.proxyUrl ? options : { ...options, agent: kept };
    },
    rereadCredentials: () => {
      if (performance.now() - readAt < minimumRereadInterval) return;
      readAt = performance.now();
      // A file that is being written, or names another cluster by now, changes nothing.
      try {
        const chosen = loadContext(parts);
        if (chosen.cluster.server === cluster.server) credentials = begin(chosen);
      } catch {
        // The credentials that are in use stay.
      }
    },
  };
};
