import type { RateLimitHeaders } from './rate-limit-headers.ts';

/** What is left of the service's own window, as far as its answers tell. */
export interface Quota {
  /** The earliest moment the next request may go; Infinity: not before another answer has come. */
  nextTurn(now: number, inFlight: number): number;
  spend(now: number): void;
  update(told: RateLimitHeaders, now: number, inFlight: number): void;
}

export const createQuota = (): Quota => {
  let limit: number | null = null;
  let left: number | null = null;
  let resetAt: number | null = null;
  // After its end the window is expected to be full again, until an answer tells.
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
    update(told, now, inFlight) {
      turn(now);
      if (told.limit !== null && told.limit > 0) limit = told.limit;
      if (told.remaining === null) return;
      const sameWindow = resetAt !== null && told.resetAt !== null && Math.abs(told.resetAt - resetAt) < 250;
      // Those in flight may not be counted in what the service says is left.
      const certain = Math.max(0, told.remaining - inFlight);
      const counted = left !== null && (sameWindow || (resetAt === null && told.resetAt !== null));
      left = counted ? Math.min(left as number, told.remaining) : certain;
      resetAt = told.resetAt ?? (told.remaining > 0 ? null : now + 1000);
    },
  };
};
