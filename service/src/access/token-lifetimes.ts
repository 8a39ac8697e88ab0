import type { ReadTransaction } from '../store/store.ts';
import type { ApiToken } from './records.ts';

/** The kinds of tokens that an organization limits. */
export const tokenTypes = ['organization', 'team', 'user', 'audit_trails'] as const;
export type TokenType = (typeof tokenTypes)[number];

/**
 * The body of a record of kind `token-ttl-policies`: scope the organization, key the type of the tokens. Without a record, tokens of the
 * type are limited only by their own expiry.
 */
export interface TokenLifetimePolicy {
  readonly organization: string;
  /** Milliseconds after the creation of a token. */
  readonly maxTtl: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Undefined: no policy is about these tokens. */
export const resolveTokenType = ({ owner, purpose }: Pick<ApiToken, 'owner' | 'purpose'>): TokenType | undefined =>
  purpose === 'audit-trails' ? 'audit_trails' : owner.kind === 'agent-pool' ? undefined : owner.kind;

const readPolicies = async (
  view: ReadTransaction,
  organizations: readonly string[],
  type: TokenType,
): Promise<ReadonlyMap<string, number>> => {
  if (organizations.length === 0) return new Map();
  const { records } = await view.list<TokenLifetimePolicy>({ kind: 'token-ttl-policies', scope: organizations, keys: [type] });
  return new Map(records.map(({ scope, body }) => [scope, body.maxTtl]));
};

/** The maximum lifetime of a token of this type in the organization, in milliseconds; undefined: unlimited. */
export const readMaxTtl = async (view: ReadTransaction, organization: string, type: TokenType): Promise<number | undefined> =>
  (await readPolicies(view, [organization], type)).get(organization);

/** The organizations, of those given, whose policy no longer accepts the token because of its age. */
export const listOutlived = async (
  view: ReadTransaction,
  organizations: readonly string[],
  token: ApiToken,
  now: Date,
): Promise<ReadonlySet<string>> => {
  const type = resolveTokenType(token);
  const policies = type === undefined ? new Map<string, number>() : await readPolicies(view, organizations, type);
  const age = now.getTime() - Date.parse(token.createdAt);
  return new Set([...policies].filter(([, maxTtl]) => age >= maxTtl).map(([organization]) => organization));
};
