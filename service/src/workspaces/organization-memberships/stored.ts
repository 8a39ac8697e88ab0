/**
 * The body of a record of kind `organization-memberships`: scope the organization, key the address or name that was invited, in lower case.
 * Members of a seed, and who created the organization, have none.
 */
export interface StoredOrganizationMembership {
  readonly organization: string;
  /** As it was written: the email address of a user, or a user name. */
  readonly invited: string;
  /** Who accepted; null while nobody has. */
  readonly user: string | null;
  readonly createdAt: string;
}
