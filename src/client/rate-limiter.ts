import type { TransportClock } from './clock.ts';
import { parseRateLimitHeaders } from './rate-limit-headers.ts';
import { createAdaptiveRate } from './adaptive-rate.ts';
import { createQuota } from './quota.ts';

/** Who may send when: one for each host and token, shared by all lines of the process. */
export interface RateLimiter {
  /**
   * Waits for a turn. `late`: the turn would come after `until` (milliseconds since the epoch). After `go`, `leave` must be called.
   * A request that is sent again goes `first`.
   */
  enter(wait: {
    readonly until: number;
    readonly signal?: AbortSignal | undefined;
    readonly first?: boolean;
  }): Promise<'go' | 'late' | 'cancelled'>;
  /** The turn is over; null: there was no answer. */
  leave(response: { readonly status: number; readonly headers: { get(name: string): string | null } } | null, sentAt: number): void;
  /** The lowest of what all lines asked for holds. */
  configure(limits: { readonly requestsPerSecond?: number | undefined; readonly concurrency?: number | undefined }): void;
}

interface Waiter {
  readonly until: number;
  settle(turn: 'go' | 'late'): void;
}

const defaultConcurrency = 32;

export const createRateLimiter = (clock: TransportClock, random: () => number): RateLimiter => {
  const [rate, window, queue] = [createAdaptiveRate(), createQuota(), [] as Waiter[]];
  let [inFlight, pausedUntil, refusals, concurrency] = [0, 0, 0, defaultConcurrency];
  let concurrencySaid = false;
  let cancelTimer: (() => void) | null = null;

  const release = (now: number) => {
    inFlight += 1;
    rate.spend(now);
    window.spend(now);
  };
  const pump = () => {
    cancelTimer?.();
    cancelTimer = null;
    for (let waiter = queue[0]; waiter && inFlight < concurrency; waiter = queue[0]) {
      const now = clock.now();
      const at = Math.max(pausedUntil, rate.nextTurn(), window.nextTurn(now, inFlight));
      if (at <= now) {
        queue.shift();
        release(now);
        waiter.settle('go');
      } else if (at > waiter.until && at < Infinity) {
        queue.shift();
        waiter.settle('late');
      } else {
        if (at < Infinity) cancelTimer = clock.after(at - now, pump);
        return;
      }
    }
  };
  const onRejected = (retryAt: number | null, resetAt: number | null, now: number) => {
    refusals += 1;
    const limits = retryAt ?? resetAt;
    // Told a moment: a little after it, so that not all processes come back at once. Told nothing: back off, with full jitter.
    const wait =
      limits !== null ? Math.max(0, limits - now) + random() * 250 : 100 + random() * Math.min(30_000, 500 * 2 ** Math.min(refusals, 6));
    pausedUntil = Math.max(pausedUntil, now + wait);
  };

  return {
    enter: ({ until: deadlineAt, signal, first }) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve('cancelled');
        const end = (turn: 'go' | 'late' | 'cancelled') => {
          cancelDeadline();
          signal?.removeEventListener('abort', cancelled);
          resolve(turn);
        };
        const leaveQueue = (turn: 'late' | 'cancelled') => {
          queue.splice(queue.indexOf(waiter), 1);
          end(turn);
          pump();
        };
        const cancelled = () => leaveQueue('cancelled');
        const waiter: Waiter = { until: deadlineAt, settle: end };
        let cancelDeadline = () => {};
        signal?.addEventListener('abort', cancelled, { once: true });
        if (first) queue.unshift(waiter);
        else queue.push(waiter);
        pump();
        if (queue.includes(waiter)) cancelDeadline = clock.after(Math.max(0, deadlineAt - clock.now()), () => leaveQueue('late'));
      }),
    leave(response, sentAt) {
      inFlight -= 1;
      const now = clock.now();
      if (response) {
        const limits = parseRateLimitHeaders(response.headers, now);
        window.update(limits, now, inFlight);
        if (response.status === 429) {
          if (sentAt >= pausedUntil || refusals === 0) onRejected(limits.retryAt, limits.resetAt, now);
          else if (limits.retryAt !== null) pausedUntil = Math.max(pausedUntil, limits.retryAt);
          rate.onRejected(sentAt, now);
        } else {
          if (sentAt >= pausedUntil) refusals = 0;
          rate.onAccepted(now);
        }
      }
      pump();
    },
    configure(limits) {
      if (limits.requestsPerSecond) rate.cap(limits.requestsPerSecond);
      if (limits.concurrency) {
        concurrency = concurrencySaid ? Math.min(concurrency, limits.concurrency) : limits.concurrency;
        concurrencySaid = true;
      }
      pump();
    },
  };
};

const sharedLimiters = new WeakMap<TransportClock, Map<string, RateLimiter>>();

/** The limiter of that host and token, made when first asked for. */
export const rateLimiterFor = (origin: string, token: string, clock: TransportClock, random: () => number): RateLimiter => {
  let all = sharedLimiters.get(clock);
  if (!all) sharedLimiters.set(clock, (all = new Map()));
  const key = `${origin} ${token}`;
  let one = all.get(key);
  if (!one) all.set(key, (one = createRateLimiter(clock, random)));
  return one;
};
