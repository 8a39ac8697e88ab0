import type { RateLimitHeaders } from './rate-limit-headers.ts';

/** The remaining requests of the service's rate-limit window, as its responses report them. */
export interface Quota {
  /** The earliest moment the next request may go; Infinity: not before another answer has come. */
  nextTurn(now: number, inFlight: number): number;
  spend(now: number): void;
  update(limits: RateLimitHeaders, now: number, inFlight: number): void;
}

export const createQuota = (): Quota => {
  let limit: number | null = null;
  let left: number | null = null;
  let resetAt: number | null = null;
  // After its end the window counts as full again, until the next response.
  const turn = (now: number) => {
    if (resetAt !== null && now >= resetAt) {
      left = limit;
      resetAt = null;
    }
  };
  return {
    nextTurn(now, inFlight) {
      turn(now);
      if (left === null || left > 0) return now;
      return resetAt ?? (inFlight > 0 ? Infinity : now);
    },
    spend(now) {
      turn(now);
      if (left !== null) left = Math.max(0, left - 1);
    },
    update(limits, now, inFlight) {
      turn(now);
      if (limits.limit !== null && limits.limit > 0) limit = limits.limit;
      if (limits.remaining === null) return;
      const sameWindow = resetAt !== null && limits.resetAt !== null && Math.abs(limits.resetAt - resetAt) < 250;
      // The reported number may not include requests in flight.
      const certain = Math.max(0, limits.remaining - inFlight);
      const isCounted = left !== null && (sameWindow || (resetAt === null && limits.resetAt !== null));
      left = isCounted ? Math.min(left as number, limits.remaining) : certain;
      resetAt = limits.resetAt ?? (limits.remaining > 0 ? null : now + 1000);
    },
  };
};
