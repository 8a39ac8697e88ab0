/** The remaining requests of a caller in this second; `reset` and `retryAfter` in seconds. */
export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number | string;
  readonly retryAfter?: number;
}

/** The headers that each service has: service 1 only `X-RateLimit-…`, service 2 also the names of the IETF's draft (gaps, limits). */
export const renderRateLimitHeaders = (
  service: 'workspaces' | 'ci',
  { limit, remaining, reset, retryAfter }: RateLimitState,
): Record<string, string> => {
  const texts = { limit: String(limit), remaining: String(remaining), reset: String(reset) };
  return {
    'x-ratelimit-limit': texts.limit,
    'x-ratelimit-remaining': texts.remaining,
    'x-ratelimit-reset': texts.reset,
    ...(service === 'ci' ? { 'ratelimit-limit': texts.limit, 'ratelimit-remaining': texts.remaining, 'ratelimit-reset': texts.reset } : {}),
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  };
};
