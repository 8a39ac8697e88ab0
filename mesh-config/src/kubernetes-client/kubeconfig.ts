import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { describeFileError } from '../files/describe-file-error.ts';

/** `clusters[].cluster` of a kubeconfig. Paths are absolute; data is base64 of PEM. */
export interface KubeconfigCluster {
  readonly name: string;
  readonly server: string;
  readonly caData?: string;
  readonly caFile?: string;
  readonly skipTlsVerify: boolean;
  readonly tlsServerName?: string;
  readonly proxyUrl?: string;
}
/** `users[].user` of a kubeconfig, with the same conventions. */
export interface ClusterUser {
  readonly name?: string;
  readonly certData?: string;
  readonly certFile?: string;
  readonly keyData?: string;
  readonly keyFile?: string;
  readonly token?: string;
  /** The path of a file with the token, which may be replaced at run time. */
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly impersonate?: string;
  readonly exec?: object;
  readonly authProvider?: { readonly name?: string; readonly config?: Readonly<Record<string, string>> | null };
}
/** The cluster and the user of the current context of a kubeconfig. */
export interface ClusterContext {
  readonly cluster: KubeconfigCluster;
  readonly user: ClusterUser;
  /** Undefined: the context names none. */
  readonly namespace?: string;
}

type YamlObject = Readonly<Record<string, any>>;

const createInvalidConfigurationError = (words: string): Error => new Error(`invalid configuration: ${words}`);
const quoteName = (name: unknown): string => JSON.stringify(name);

const requireMember = (value: unknown, path: string): void => {
  if (!value) throw new Error(`${path} is missing`);
};
/** Drops undefined members, so that a member is present or absent. */
const definedMembers = <T extends object>(values: { readonly [K in keyof T]: T[K] | undefined | null }): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')) as T;
const pathFrom = (folder: string, path: string | undefined): string | undefined => (path ? resolve(folder, path) : undefined);

const parseCluster = ({ name, cluster }: YamlObject, folder: string): KubeconfigCluster => {
  requireMember(name, 'the name of a cluster');
  requireMember(cluster?.server, 'the server of a cluster');
  return definedMembers<KubeconfigCluster>({
    name,
    server: String(cluster.server).replace(/\/$/, ''),
    caData: cluster['certificate-authority-data'],
    caFile: pathFrom(folder, cluster['certificate-authority']),
    skipTlsVerify: cluster['insecure-skip-tls-verify'] === true,
    tlsServerName: cluster['tls-server-name'],
    proxyUrl: cluster['proxy-url'],
  });
};

const parseUser = ({ name, user }: YamlObject, folder: string): ClusterUser => {
  requireMember(name, 'the name of a user');
  return definedMembers<ClusterUser>({
    name,
    certData: user?.['client-certificate-data'],
    certFile: pathFrom(folder, user?.['client-certificate']),
    keyData: user?.['client-key-data'],
    keyFile: pathFrom(folder, user?.['client-key']),
    token: user?.token,
    tokenFile: pathFrom(folder, user?.tokenFile ?? (user?.token ? undefined : user?.['token-file'])),
    username: user?.username,
    password: user?.password,
    impersonate: user?.as,
    exec: user?.exec,
    authProvider: user?.['auth-provider'],
  });
};

interface KubeconfigContext {
  readonly name: string;
  readonly cluster: string;
  readonly user?: string;
  readonly namespace?: string;
}
const parseContext = ({ name, context }: YamlObject): KubeconfigContext => {
  requireMember(name, 'the name of a context');
  requireMember(context?.cluster, 'the cluster of a context');
  return definedMembers<KubeconfigContext>({ name, cluster: context.cluster, user: context.user, namespace: context.namespace });
};

const listOf = (value: unknown): readonly YamlObject[] => (Array.isArray(value) ? (value as readonly YamlObject[]) : []);

const parseKubeconfig = (text: string, folder: string) => {
  if (text.includes('\0')) throw new Error('a NUL character');
  const { clusters, contexts, users, 'current-context': current } = parse(text) as YamlObject;
  return {
    clusters: listOf(clusters).map((one) => parseCluster(one, folder)),
    contexts: listOf(contexts).map(parseContext),
    users: listOf(users).map((one) => parseUser(one, folder)),
    current: current as string | undefined,
  };
};

const readFileOf = (path: string): ReturnType<typeof parseKubeconfig> => {
  try {
    return parseKubeconfig(readFileSync(path, 'utf8'), dirname(path));
  } catch (error) {
    throw createInvalidConfigurationError(
      `the kubeconfig ${path} cannot be read: ` +
        `${describeFileError((error as NodeJS.ErrnoException).code) ?? 'expected YAML with clusters, users and contexts'}`,
    );
  }
};

/** Parses a kubeconfig. The messages of errors contain only names of its content. */
export const readKubeconfig = (path: string): ClusterContext => {
  const { clusters, contexts, users, current: name } = readFileOf(path);
  if (!name) throw createInvalidConfigurationError(`no configuration has been provided: the kubeconfig ${path} has no current-context`);
  const context = contexts.find((one) => one.name === name);
  if (!context)
    throw createInvalidConfigurationError(`the kubeconfig ${path} has no context ${quoteName(name)}, which its current-context names`);
  const cluster = clusters.find((one) => one.name === context.cluster);
  if (!cluster)
    throw createInvalidConfigurationError(
      `the kubeconfig ${path} has no cluster ${quoteName(context.cluster)}, which its context ${quoteName(name)} names`,
    );
  // A context without a user is anonymous.
  const user = context.user === undefined ? {} : users.find((one) => one.name === context.user);
  if (!user)
    throw createInvalidConfigurationError(
      `the kubeconfig ${path} has no user ${quoteName(context.user)}, which its context ${quoteName(name)} names`,
    );
  return { cluster, user, ...(context.namespace === undefined ? {} : { namespace: context.namespace }) };
};
