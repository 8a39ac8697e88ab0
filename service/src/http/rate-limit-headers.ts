/** What is left of a caller's requests in this second; `reset` and `retryAfter` in seconds. */
export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number | string;
  readonly retryAfter?: number;
}

/** As each service tells it: service 1 with `X-RateLimit-…` alone, service 2 also with the names of the IETF's draft (gaps, limits). */
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
