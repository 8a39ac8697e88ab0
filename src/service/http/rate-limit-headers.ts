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
  const said = { limit: String(limit), remaining: String(remaining), reset: String(reset) };
  return {
    'x-ratelimit-limit': said.limit,
    'x-ratelimit-remaining': said.remaining,
    'x-ratelimit-reset': said.reset,
    ...(service === 'ci' ? { 'ratelimit-limit': said.limit, 'ratelimit-remaining': said.remaining, 'ratelimit-reset': said.reset } : {}),
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  };
};
