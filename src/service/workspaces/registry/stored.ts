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
  /** How many resources an apply of it makes: what a no-code workspace then manages. */
  readonly resources: number;
  readonly createdAt: string;
  /** The secret in the addresses of its package, which need no token; absent where the request carried the variables. */
  readonly secret?: string;
}

/** The repository that a module is published from. The service does not contact the code host: versions are added by request. */
export interface ModuleSource {
  readonly identifier: string;
  readonly displayIdentifier: string;
  readonly oauthTokenId: string | null;
  readonly installationId: string | null;
  readonly branch: string | null;
  readonly tags: boolean;
}

/** The body of a record of kind `module-packages`: scope the module's id, key the version. */
export interface StoredModulePackage {
  readonly base64: string;
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
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const buildModuleKey = (of: Pick<StoredRegistryModule, 'registryName' | 'namespace' | 'name' | 'provider'>): string =>
  `${of.registryName}/${of.namespace}/${of.name}/${of.provider}`;
