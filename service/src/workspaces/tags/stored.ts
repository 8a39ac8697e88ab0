/** A key-value tag in the body of what has it: a workspace, a project, a module or a provider of a registry. */
export interface StoredTagBinding {
  readonly key: string;
  readonly value: string;
  readonly createdAt: string;
}
