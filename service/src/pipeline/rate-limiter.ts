import type { RateLimitState } from '../http/rate-limit-headers.ts';

/** How many requests a caller has left in this second; without a limit nothing is counted. */
export interface RateLimitDecision {
  readonly allowed: boolean;
  readonly left?: RateLimitState;
}

interface RateLimitWindow {
  started: number;
  used: number;
}

/** Limits requests per second and caller, by real time (moving the clock does not refill it). */
export const createRequestRateLimiter = (
  perSecond: number,
  now: () => number = () => performance.now(),
): ((caller: string) => RateLimitDecision) => {
  if (perSecond <= 0) {
    const free: RateLimitDecision = { allowed: true };
    return () => free;
  }
  const windows = new Map<string, RateLimitWindow>();
  return (caller) => {
    const at = now();
    let window = windows.get(caller);
    if (!window || at - window.started >= 1000) {
      if (windows.size > 10_000) windows.clear();
      windows.set(caller, (window = { started: at, used: 0 }));
    }
    const allowed = window.used < perSecond;
    if (allowed) window.used++;
    const reset = ((window.started + 1000 - at) / 1000).toFixed(3);
    return { allowed, left: { limit: perSecond, remaining: perSecond - window.used, reset, ...(allowed ? {} : { retryAfter: 1 }) } };
  };
};
