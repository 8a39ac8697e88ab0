import { Problem } from '../http/problem.ts';
import { renderRateLimitHeaders } from '../http/rate-limit-headers.ts';
import type { RequestPipeline, RequestState } from './request-state.ts';

/** Counts the request for its caller (its network address, where there is none). Throws 429 beyond the limit. */
export const rateLimit = ({ limitRate, definition }: RequestPipeline, state: RequestState): void => {
  const { caller, request } = state;
  const { allowed, left } = limitRate(caller?.caller.id ?? `peer ${request.peer}`);
  if (left) state.rateLimitHeaders = renderRateLimitHeaders(definition.name, left);
  if (!allowed) throw new Problem(429, [{ detail: 'more requests than this caller may make in a second; wait and send it again' }]);
};
