export interface Owner { readonly kind: 'user' | 'team' | 'organization'; readonly name: string }
export interface TokenWanted {
  readonly for: Owner;
  readonly description: string;
  /** RFC 3339; never unless said. */
  readonly expires?: string;
  /** Of a team. */
  readonly organization: string;
}
