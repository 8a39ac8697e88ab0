import type { ApiToken } from '../../access/records.ts';
import { badRequest } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { RecordOrder } from '../../store/store.ts';

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

const sortColumns: { readonly [name: string]: string } = { 'created-at': 'createdAt', 'expired-at': 'expiresAt' };
/** The order that `sort` asks for. Throws 400. */
export const parseTokenOrder = (ctx: RequestContext): RecordOrder | undefined => {
  const text = ctx.query.get('sort');
  if (!text) return undefined;
  const descending = text.startsWith('-');
  const column = sortColumns[descending ? text.slice(1) : text];
  if (column === undefined) throw badRequest('expected created-at or expired-at, each with or without -', 'sort');
  return { by: { body: column }, ...(descending ? { descending } : {}) };
};
