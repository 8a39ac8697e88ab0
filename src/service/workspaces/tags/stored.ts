/** A key-value tag in the body of its project or workspace. */
export interface StoredTagBinding {
  readonly key: string;
  readonly value: string;
  readonly createdAt: string;
}
