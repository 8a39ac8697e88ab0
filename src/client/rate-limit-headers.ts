/** The rate limit in the headers of a response. Times are milliseconds since the epoch. */
export interface RateLimitHeaders {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resetAt: number | null;
  /** The time in `Retry-After`. */
  readonly retryAt: number | null;
}

/** The first number of `100, 100;w=60` or of `30.0`. */
const leadingNumber = (text: string | null): number | null => {
  const match = text === null ? null : /^\s*(\d{1,15}(?:\.\d{1,9})?)/.exec(text);
  return match ? Number(match[1]) : null;
};

/** Seconds from now (decimals allowed), seconds since the epoch, or milliseconds since the epoch. */
const toEpoch = (value: number | null, now: number): number | null =>
  value === null ? null : value > 1e12 ? value : value > 1e9 ? value * 1000 : now + value * 1000;

const parseRetryAfter = (text: string | null, now: number): number | null => {
  if (text === null) return null;
  const seconds = leadingNumber(text);
  if (seconds !== null) return toEpoch(seconds, now);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(now, date);
};

/** Reads `Retry-After` (seconds or date), `X-RateLimit-*` and `RateLimit-*` (seconds, decimal seconds or epoch). */
export const parseRateLimitHeaders = (headers: { get(name: string): string | null }, now: number): RateLimitHeaders => {
  const one = (name: string) => leadingNumber(headers.get(`x-ratelimit-${name}`) ?? headers.get(`ratelimit-${name}`));
  return {
    limit: one('limit'),
    remaining: one('remaining'),
    resetAt: toEpoch(one('reset'), now),
    retryAt: parseRetryAfter(headers.get('retry-after'), now),
  };
};
