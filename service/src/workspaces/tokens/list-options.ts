import type { ApiToken } from '../../access/records.ts';
import { badRequest } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';

const day = 24 * 3600 * 1000;
/** Milliseconds until a token expires; undefined: it never does. */
const expiryStatuses: { readonly [status: string]: (left: number | undefined) => boolean } = {
  active: (left) => left === undefined || left > 0,
  expiring_in_7_days: (left) => left !== undefined && left > 0 && left <= 7 * day,
  expiring_in_30_days: (left) => left !== undefined && left > 0 && left <= 30 * day,
  expired: (left) => left !== undefined && left <= 0,
  no_expiration: (left) => left === undefined,
};
export const expiryStatusNames = Object.keys(expiryStatuses);

/** One or several with commas; undefined: all. Throws 400. */
export const parseExpiryStatus = (ctx: RequestContext): ((token: ApiToken) => boolean) | undefined => {
  const text = ctx.query.get('filter[expiry_status]');
  if (!text) return undefined;
  const names = text.split(',');
  if (!names.every((name) => Object.hasOwn(expiryStatuses, name)))
    throw badRequest(`expected ${expiryStatusNames.join(', ')}, several with commas`, 'filter[expiry_status]');
  const now = ctx.clock.now().getTime();
  return ({ expiresAt }) => names.some((name) => expiryStatuses[name]!(expiresAt === null ? undefined : Date.parse(expiresAt) - now));
};

/** What `sort` names, and the member of a stored token by which the store sorts; null: by the name of the team. */
const sortColumns: { readonly [name: string]: string | null } = {
  'created-at': 'createdAt',
  'created-by': 'createdBy.id',
  'expired-at': 'expiresAt',
  // Uses of tokens are not recorded, so all tokens are equal in these orders.
  'last-used-at': 'lastUsedAt',
  'team-name': null,
};
/** A hyphen before a name reverses the order. */
export const tokenOrders: readonly string[] = Object.keys(sortColumns).flatMap((name) => [name, `-${name}`]);

export interface TokenOrder {
  /** Undefined: by the name of the team. */
  readonly column: string | undefined;
  readonly descending: boolean;
}

/** The order of the parameter `sort`; undefined: by creation. Throws 400. */
export const parseTokenOrder = (ctx: RequestContext): TokenOrder | undefined => {
  const text = ctx.query.get('sort');
  if (!text) return undefined;
  if (!tokenOrders.includes(text)) throw badRequest(`expected ${Object.keys(sortColumns).join(', ')}, each with or without -`, 'sort');
  const descending = text.startsWith('-');
  return { column: sortColumns[descending ? text.slice(1) : text] ?? undefined, descending };
};
