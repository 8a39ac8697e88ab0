/** The body of a record of kind `ssh-keys`: scope the organization, key the id. */
export interface StoredSshKey {
  readonly name: string;
  readonly value: string;
  readonly organization: string;
}
