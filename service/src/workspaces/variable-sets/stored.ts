/**
 * The body of a record of kind `varsets`: scope the organization, key the name. Links: `varset-workspaces` to workspaces,
 * `varset-projects` to projects.
 */
export interface StoredVariableSet {
  readonly name: string;
  readonly organization: string;
  readonly description: string;
  readonly global: boolean;
  readonly priority: boolean;
  /** An organization's `id` is its name. */
  readonly parent: { readonly type: 'organizations' | 'projects'; readonly id: string };
  readonly updatedAt: string;
}

/**
 * The body of a record of kind `global-vars`: scope the organization, key `category:key`, which one global set holds (spec 1,
 * Variable set, rule 4).
 */
export interface StoredGlobalKey {
  readonly varset: string;
  readonly variable: string;
}
