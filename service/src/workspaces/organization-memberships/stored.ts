/**
 * The body of a record of kind `organization-memberships`: scope the organization, key the address or name that was invited, in lower case.
 * Members of a seed, and who created the organization, have none.
 */
export interface StoredOrganizationMembership {
  readonly organization: string;
  /** The email address of a user, or a user name, as it was written. */
  readonly invited: string;
  /** ID of the user who accepted; null before that. */
  readonly user: string | null;
  readonly createdAt: string;
}
