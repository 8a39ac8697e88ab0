import type { StoredTagBinding } from '../tags/stored.ts';

/** An input of a module, as its configuration declares it. */
export interface ModuleVariable {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly default?: unknown;
  readonly description?: string;
  readonly sensitive?: boolean;
}

export interface ModuleVersion {
  /** `1.2.0` */
  readonly version: string;
  readonly status: 'ok' | 'pending';
  readonly variables: readonly ModuleVariable[];
  /** How many resources an apply of it creates: what a no-code workspace then manages. */
  readonly resources: number;
  readonly createdAt: string;
  /** When its files came; absent: not since it was created. */
  readonly updatedAt?: string;
  /** The commit that it was read from, or that a request named. */
  readonly commit?: string;
  /** The secret in the addresses of its package, which need no token; absent where the request carried the variables. */
  readonly secret?: string;
}

/** The repository that a module is published from: versions are read from the operator's folder, and added by request. */
export interface ModuleSource {
  readonly identifier: string;
  readonly displayIdentifier: string;
  readonly oauthTokenId: string | null;
  readonly installationId: string | null;
  /** Null: the module is published by tags. */
  readonly branch: string | null;
  /** Prefix of the tags that become versions; null: all tags do. */
  readonly tagPrefix?: string | null;
  /** The folder of the module in its repository. */
  readonly directory?: string | null;
  readonly submodules?: boolean;
}

/** How the tests of a module run; stored and returned without effect: tests are started by requests (decision 171). */
export interface ModuleTestConfig {
  readonly id: string;
  readonly enabled: boolean;
  readonly executionMode: 'remote' | 'agent';
  readonly agentPool: string | null;
}

/** The body of a record of kind `module-packages`: scope the module's id, key the version, and from the second piece on its number. */
export interface StoredModulePackage {
  readonly base64: string;
  /** In the first piece: the number of pieces. */
  readonly pieces?: number;
}

/** The body of a record of kind `registry-modules`: scope the organization, key `registry/namespace/name/provider`. */
export interface StoredRegistryModule {
  readonly organization: string;
  readonly registryName: 'private' | 'public';
  readonly namespace: string;
  readonly name: string;
  readonly provider: string;
  /** Newest first. */
  readonly versions: readonly ModuleVersion[];
  readonly source?: ModuleSource;
  /** The secret in the address to which pushes of its repository are reported. */
  readonly webhook?: string;
  /** The tests of a module that is published by a branch; absent: off. */
  readonly testConfig?: ModuleTestConfig;
  /** Its key-value tags; absent: none. */
  readonly tags?: readonly StoredTagBinding[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const buildModuleKey = (of: Pick<StoredRegistryModule, 'registryName' | 'namespace' | 'name' | 'provider'>): string =>
  `${of.registryName}/${of.namespace}/${of.name}/${of.provider}`;
