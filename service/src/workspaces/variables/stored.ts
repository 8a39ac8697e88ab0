/** The body of a record of kind `vars`: scope the id of the variable set or workspace, key `category:key`. */
export interface StoredVariable {
  readonly key: string;
  readonly value: string;
  readonly description: string | null;
  readonly category: 'infra' | 'env';
  readonly hcl: boolean;
  readonly sensitive: boolean;
  /** Changes with every write: how a client notices that a hidden value may no longer be its own. */
  readonly versionId: string;
  readonly createdAt: string;
  /** Absent until it is changed. */
  readonly updatedAt?: string;
}
