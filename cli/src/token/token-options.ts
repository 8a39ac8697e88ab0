export interface TokenOwner {
  readonly kind: 'user' | 'team' | 'organization';
  readonly name: string;
}
export interface TokenOptions {
  readonly for: TokenOwner;
  readonly description: string;
  /** RFC 3339; default: no expiry. */
  readonly expires?: string;
  /** The organization of a team. */
  readonly organization: string;
}
