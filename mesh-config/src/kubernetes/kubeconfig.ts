import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import type { Cluster, User } from '@kubernetes/client-node/dist/config_types.js';
import { parse } from 'yaml';
import { describeFileError } from '../files/describe-file-error.ts';

/** The cluster and the user of the current context of a kubeconfig. */
export interface ClusterContext {
  readonly config: KubeConfig;
  readonly cluster: Cluster;
  readonly user: User;
  /** The path of a file with the token, which may be replaced at run time. */
  readonly tokenFile?: string;
}

const createInvalidConfigurationError = (words: string): Error => new Error(`invalid configuration: ${words}`);
const quoteName = (name: unknown): string => JSON.stringify(name);
interface UsersSection {
  readonly users?: readonly { readonly name?: string; readonly user?: { readonly tokenFile?: string } }[];
}

/** Reads a kubeconfig. Throws a message that contains nothing of its content. */
export const readKubeconfig = (config: KubeConfig, path: string): ClusterContext => {
  let raw: UsersSection | null;
  try {
    const text = readFileSync(path, 'utf8');
    raw = parse(text) as UsersSection | null;
    config.loadFromString(text);
    config.makePathsAbsolute(dirname(path));
  } catch (error) {
    throw createInvalidConfigurationError(
      `the kubeconfig ${path} cannot be read: ` +
        `${describeFileError((error as NodeJS.ErrnoException).code) ?? 'expected YAML with clusters, users and contexts'}`,
    );
  }
  const name = config.getCurrentContext();
  if (!name) throw createInvalidConfigurationError(`no configuration has been provided: the kubeconfig ${path} has no current-context`);
  const context = config.getContextObject(name);
  if (!context)
    throw createInvalidConfigurationError(`the kubeconfig ${path} has no context ${quoteName(name)}, which its current-context names`);
  const cluster = config.getCluster(context.cluster);
  if (!cluster)
    throw createInvalidConfigurationError(
      `the kubeconfig ${path} has no cluster ${quoteName(context.cluster)}, which its context ${quoteName(name)} names`,
    );
  // A context without a user is anonymous; the library would then ignore the certificate authority as well.
  if (!context.user) config.users.push({ name: context.user });
  const user = config.getCurrentUser();
  if (!user)
    throw createInvalidConfigurationError(
      `the kubeconfig ${path} has no user ${quoteName(context.user)}, which its context ${quoteName(name)} names`,
    );
  const tokenFile = raw?.users?.find((one) => one.name === user.name)?.user?.tokenFile;
  return { config, cluster, user, ...(tokenFile ? { tokenFile: resolve(dirname(path), tokenFile) } : {}) };
};
