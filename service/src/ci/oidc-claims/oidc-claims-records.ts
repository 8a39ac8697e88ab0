/**
 * Stored claims of identity tokens.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-oidc-claims` | id of the organization | id of the project, or '' for the organization's own | OidcClaims |
 */
export interface OidcClaims {
  readonly audience: readonly string[] | null;
  readonly audienceUpdatedAt: string | null;
  /** Such as `1h30m`. */
  readonly ttl: string | null;
  readonly ttlUpdatedAt: string | null;
}
export const oidcClaimsKind = 'ci-oidc-claims';
