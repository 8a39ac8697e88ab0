import type { InjectedFault } from '../faults/fault-injector.ts';
import { renderRateLimitHeaders } from '../http/rate-limit-headers.ts';
import { Problem } from '../http/problem.ts';
import type { ServiceSettings } from '../http/route.ts';

/** Requests per second that the hosted service 1 allows (gaps, rate limit), for the headers if no limit is set. */
const defaultRateLimit = 30;

/** The answer that a planted fault puts in the place of the service's own. */
export const createFaultProblem = (
  { fault, status, retryAfter }: InjectedFault,
  service: 'workspaces' | 'ci',
  { rateLimit }: ServiceSettings,
): Problem | undefined => {
  const detail = 'a planted fault';
  switch (fault) {
    case '429':
      return new Problem(
        429,
        [{ detail }],
        renderRateLimitHeaders(service, { limit: rateLimit || defaultRateLimit, remaining: 0, reset: retryAfter, retryAfter }),
      );
    case '503':
      return new Problem(503, [{ detail }], { 'retry-after': String(retryAfter) });
    case '500':
      return new Problem(500, [{ detail }]);
    case 'status':
      return new Problem(status ?? 500, [{ detail }]);
    default:
      return undefined;
  }
};

/** Whether a planted fault breaks the connection, and whether before the request takes effect. */
export const findDisconnect = (
  fault: InjectedFault | undefined,
): { readonly when: 'before' | 'after'; readonly how: 'closed' | 'reset' | 'cut' } | undefined => {
  switch (fault?.fault) {
    case 'lost-before':
      return { when: 'before', how: 'closed' };
    case 'lost-after':
      return { when: 'after', how: 'closed' };
    case 'reset-before':
      return { when: 'before', how: 'reset' };
    case 'reset-after':
      return { when: 'after', how: 'reset' };
    case 'cut':
      return { when: 'after', how: 'cut' };
    default:
      return undefined;
  }
};
