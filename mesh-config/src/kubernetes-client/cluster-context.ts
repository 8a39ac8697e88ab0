import { existsSync, readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { describeFileError } from '../files/describe-file-error.ts';
import { type ClusterContext, readKubeconfig } from './kubeconfig.ts';

/** Where a cluster is configured: in a kubeconfig, in the pod of this process, or by these members. */
export interface ConnectionOptions {
  /** The path of a kubeconfig; '': the cluster of `server`, or else the one of this pod. */
  readonly kubeconfig: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Prefix of the paths of a pod's credentials; '' except in tests. */
  readonly root?: string;
  /** The URL of an API server, in place of that of this pod. */
  readonly server?: string | undefined;
  /** Files with a token and with the certificates to trust, in place of those of this pod. */
  readonly tokenFile?: string | undefined;
  readonly authorityFile?: string | undefined;
}

/** A file that the cluster mounts into its pods; undefined: it is not there. */
const findMountedFile = ({ root = '' }: ConnectionOptions, name: 'token' | 'ca.crt' | 'namespace'): string | undefined => {
  const path = `${root}/var/run/secrets/kubernetes.io/serviceaccount/${name}`;
  return existsSync(path) ? path : undefined;
};

const findTokenFile = (options: ConnectionOptions): string | undefined => options.tokenFile ?? findMountedFile(options, 'token');

const isInPod = (options: ConnectionOptions): boolean =>
  Boolean(options.environment['KUBERNETES_SERVICE_HOST']) && findTokenFile(options) !== undefined;
/** Whether a cluster is configured. */
export const isClusterConfigured = (options: ConnectionOptions): boolean =>
  options.kubeconfig !== '' || options.server !== undefined || isInPod(options);

/** The API server of the cluster of this pod, as its environment names it. */
const readPodServer = ({ environment }: ConnectionOptions): string => {
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '443' } = environment;
  const scheme = ['80', '8080', '8001'].includes(port) ? 'http' : 'https';
  return `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}`;
};

/**
 * The cluster and the user as they are configured now. Without a file of a token none is sent; without one of certificates, those of the
 * system are trusted. Throws one sentence, which never quotes the files.
 */
export const loadClusterContext = (options: ConnectionOptions): ClusterContext => {
  if (options.kubeconfig !== '') return readKubeconfig(options.kubeconfig);
  const [caFile, tokenFile] = [options.authorityFile ?? findMountedFile(options, 'ca.crt'), findTokenFile(options)];
  return {
    cluster: {
      name: 'inCluster',
      server: options.server ?? readPodServer(options),
      skipTlsVerify: false,
      ...(caFile === undefined ? {} : { caFile }),
    },
    user: { name: 'inClusterUser', ...(tokenFile === undefined ? {} : { tokenFile }) },
  };
};

/** The namespace of this pod; undefined: it is in none. Throws one sentence for a file that cannot be read. */
export const readPodNamespace = (options: ConnectionOptions): string | undefined => {
  const file = findMountedFile(options, 'namespace');
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code = 'Unknown' } = error as NodeJS.ErrnoException;
    throw new Error(`the namespace ${file} cannot be read: ${describeFileError(code) ?? code}`);
  }
};
