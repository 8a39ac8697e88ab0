import { existsSync } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import { fileFailure } from '../file-failure.ts';

/** A cluster's API server, and how to come before it. */
export interface Connection {
  readonly server: URL;
  /** Credentials and sockets of one request, made anew each time: files and plugins change what they say. */
  options(): Promise<RequestOptions>;
}
export interface ConnectionParts {
  /** `--kubeconfig`; '': as a pod of the cluster. */
  readonly kubeconfig: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What stands before the paths of a pod's credentials; '' but in tests. */
  readonly root?: string;
}

const tokenPath = '/var/run/secrets/kubernetes.io/serviceaccount/token';
const nothing = 'invalid configuration: no configuration has been provided';

const isPod = ({ environment, root = '' }: ConnectionParts): boolean =>
  Boolean(environment['KUBERNETES_SERVICE_HOST'] && environment['KUBERNETES_SERVICE_PORT']) && existsSync(root + tokenPath);
/** Whether anything says which cluster. */
export const isConfigured = (parts: ConnectionParts): boolean => parts.kubeconfig !== '' || isPod(parts);

/** Reads how to reach the cluster; asks it nothing. Throws one sentence, never what is in the files. */
export const connection = async (parts: ConnectionParts): Promise<Connection> => {
  const { kubeconfig } = parts;
  if (!isConfigured(parts)) throw new Error(nothing);
  // Alone and late: the rest of that library is forty times as large as mesh-config, and most commands need none of it.
  const { KubeConfig } = await import('@kubernetes/client-node/dist/config.js');
  const config = new KubeConfig();
  if (kubeconfig === '') config.loadFromCluster(parts.root ?? '');
  else try { config.loadFromFile(kubeconfig); } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Error(`invalid configuration: the kubeconfig ${kubeconfig} cannot be read: ${fileFailure(code) ?? 'expected YAML with clusters, users and contexts'}`);
  }
  // Nobody is verified without TLS; the library asks to have that said.
  for (const cluster of config.clusters ?? []) if (/^http:/i.test(cluster.server)) Object.assign(cluster, { skipTLSVerify: true });
  const cluster = config.getCurrentCluster();
  if (!cluster) throw new Error(`${nothing}: ${kubeconfig} has no current-context that names one of its clusters`);
  if (!URL.canParse(cluster.server)) throw new Error(`invalid configuration: the server of the cluster ${JSON.stringify(cluster.name)} in ${kubeconfig} is no URL`);
  const server = new URL(cluster.server);
  const kept = server.protocol === 'http:' ? new HttpAgent({ keepAlive: true }) : new HttpsAgent({ keepAlive: true });
  return {
    server,
    options: async () => {
      const options: RequestOptions = { headers: {} };
      await config.applyToHTTPSOptions(options);
      // Sockets are told apart by their credentials, so one agent is enough; through a proxy the library's own knows the way.
      return cluster.proxyUrl ? options : { ...options, agent: kept };
    },
  };
};
