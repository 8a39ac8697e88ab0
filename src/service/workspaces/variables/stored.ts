/** The body of a record of kind `vars`: scope the id of the variable set or workspace, key `category:key`. */
export interface StoredVariable {
  readonly key: string;
  readonly value: string;
  readonly description: string | null;
  readonly category: 'infra' | 'env';
  readonly hcl: boolean;
  readonly sensitive: boolean;
  /** Changes whenever the value is written: how a client notices that a hidden value is no longer its own. */
  readonly versionId: string;
  readonly createdAt: string;
  /** Absent until it is changed. */
  readonly updatedAt?: string;
}
