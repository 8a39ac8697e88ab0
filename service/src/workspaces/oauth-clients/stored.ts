/** The body of a record of kind `oauth-clients`: scope the organization, key the id. */
export interface StoredOauthClient {
  readonly organization: string;
  readonly name: string | null;
  readonly serviceProvider: string;
  readonly httpUrl: string;
  readonly apiUrl: string;
  readonly createdAt: string;
  /** Absent: true. */
  readonly organizationScoped?: boolean;
  readonly updatedAt?: string;
  readonly uuid?: string;
}

/** The body of a record of kind `oauth-tokens`: scope the client, key the id. */
export interface StoredOauthToken {
  readonly client: string;
  readonly organization: string;
  readonly createdAt: string;
  readonly serviceProviderUser: string;
  /** The private key with which repositories are fetched; absent, null: none. */
  readonly sshKey?: string | null;
}
