import type { TransportClock } from './clock.ts';
import { parseRateLimitHeaders } from './rate-limit-headers.ts';
import { type AdaptiveRate, createAdaptiveRate } from './adaptive-rate.ts';
import { createQuota, type Quota } from './quota.ts';

/** Decides which request may be sent when: one limiter for each host and token, shared by all clients of the process. */
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
  /** Ends the turn; null: there was no response. */
  leave(response: { readonly status: number; readonly headers: { get(name: string): string | null } } | null, sentAt: number): void;
  /** The lowest limit of all clients applies. `onLongWait` is called once, when requests wait for the service's limit for 2 s or more. */
  configure(limits: LimiterOptions): void;
  /** Requests that wait because of the limit of the service, and until when the first of them does (milliseconds since the epoch). */
  readonly wait: RateLimitWait | null;
}
export interface RateLimitWait {
  readonly requests: number;
  readonly until: number;
}

interface LimiterOptions {
  readonly requestsPerSecond?: number | undefined;
  readonly concurrency?: number | undefined;
  readonly onLongWait?: ((wait: RateLimitWait & { readonly seconds: number }) => void) | undefined;
}

interface Waiter {
  readonly until: number;
  settle(turn: 'go' | 'late'): void;
}

const defaultConcurrency = 32;
/** Milliseconds. */
const longWait = 2_000;

/** The state of a limiter, shared per host and token. */
interface LimiterState {
  readonly clock: TransportClock;
  readonly random: () => number;
  readonly rate: AdaptiveRate;
  readonly quota: Quota;
  readonly queue: Waiter[];
  inFlight: number;
  pausedUntil: number;
  /** Number of consecutive 429 responses. */
  rejections: number;
  concurrency: number;
  isConcurrencySet: boolean;
  cancelTimer: (() => void) | null;
  /** Null after its call. */
  onLongWait: LimiterOptions['onLongWait'] | null;
}

const nextTurn = ({ pausedUntil, rate, quota, inFlight }: LimiterState, now: number): number =>
  Math.max(pausedUntil, rate.nextTurn(), quota.nextTurn(now, inFlight));

const findWait = (state: LimiterState): RateLimitWait | null => {
  if (state.queue.length === 0 || state.inFlight >= state.concurrency) return null;
  const [now, requests] = [state.clock.now(), state.queue.length];
  const until = nextTurn(state, now);
  return until > now && until < Infinity ? { requests, until } : null;
};

const reportLongWait = (state: LimiterState, until: number, now: number): void => {
  const { onLongWait, queue } = state;
  if (!onLongWait) return;
  state.onLongWait = null;
  onLongWait({ requests: queue.length, until, seconds: Math.round((until - now) / 1000) });
};

/** Lets waiters go as long as there is room; sets a timer for the next one otherwise. */
const releaseWaiters = (state: LimiterState): void => {
  const { clock, rate, quota, queue } = state;
  state.cancelTimer?.();
  state.cancelTimer = null;
  for (let waiter = queue[0]; waiter && state.inFlight < state.concurrency; waiter = queue[0]) {
    const now = clock.now();
    const turnAt = nextTurn(state, now);
    if (turnAt <= now) {
      queue.shift();
      state.inFlight += 1;
      rate.spend(now);
      quota.spend(now);
      waiter.settle('go');
    } else if (turnAt > waiter.until && turnAt < Infinity) {
      queue.shift();
      waiter.settle('late');
    } else {
      if (turnAt < Infinity) state.cancelTimer = clock.after(turnAt - now, () => releaseWaiters(state));
      if (turnAt < Infinity && turnAt - now >= longWait) reportLongWait(state, turnAt, now);
      return;
    }
  }
};

/**
 * After a 429 every request waits. If the response names a time, they wait until shortly after it, so that not all processes
 * return at once; otherwise the wait grows exponentially, with full jitter.
 */
const pauseAfterRejection = (state: LimiterState, retryAt: number | null, now: number): void => {
  state.rejections += 1;
  const wait =
    retryAt !== null
      ? Math.max(0, retryAt - now) + state.random() * 250
      : 100 + state.random() * Math.min(30_000, 500 * 2 ** Math.min(state.rejections, 6));
  state.pausedUntil = Math.max(state.pausedUntil, now + wait);
};

const enterQueue = (
  state: LimiterState,
  { until, signal, first }: Parameters<RateLimiter['enter']>[0],
  resolve: (turn: 'go' | 'late' | 'cancelled') => void,
): void => {
  if (signal?.aborted) return resolve('cancelled');
  const { clock, queue } = state;
  const end = (turn: 'go' | 'late' | 'cancelled') => {
    cancelDeadline();
    signal?.removeEventListener('abort', onAbort);
    resolve(turn);
  };
  const leaveQueue = (turn: 'late' | 'cancelled') => {
    queue.splice(queue.indexOf(waiter), 1);
    end(turn);
    releaseWaiters(state);
  };
  const onAbort = () => leaveQueue('cancelled');
  const waiter: Waiter = { until, settle: end };
  let cancelDeadline = () => {};
  signal?.addEventListener('abort', onAbort, { once: true });
  if (first) queue.unshift(waiter);
  else queue.push(waiter);
  releaseWaiters(state);
  if (queue.includes(waiter)) cancelDeadline = clock.after(Math.max(0, until - clock.now()), () => leaveQueue('late'));
};

/** Takes the limits of a response into account. */
const learnFromResponse = (state: LimiterState, response: NonNullable<Parameters<RateLimiter['leave']>[0]>, sentAt: number): void => {
  const now = state.clock.now();
  const limits = parseRateLimitHeaders(response.headers, now);
  state.quota.update(limits, now, state.inFlight);
  if (response.status !== 429) {
    if (sentAt >= state.pausedUntil) state.rejections = 0;
    state.rate.onAccepted(now);
    return;
  }
  if (sentAt >= state.pausedUntil || state.rejections === 0) pauseAfterRejection(state, limits.retryAt ?? limits.resetAt, now);
  else if (limits.retryAt !== null) state.pausedUntil = Math.max(state.pausedUntil, limits.retryAt);
  state.rate.onRejected(sentAt, now);
};

const configureLimiter = (state: LimiterState, limits: LimiterOptions): void => {
  if (state.onLongWait === undefined) state.onLongWait = limits.onLongWait;
  if (limits.requestsPerSecond) state.rate.cap(limits.requestsPerSecond);
  if (!limits.concurrency) return;
  state.concurrency = state.isConcurrencySet ? Math.min(state.concurrency, limits.concurrency) : limits.concurrency;
  state.isConcurrencySet = true;
};

export const createRateLimiter = (clock: TransportClock, random: () => number): RateLimiter => {
  const state: LimiterState = {
    clock,
    random,
    rate: createAdaptiveRate(),
    quota: createQuota(),
    queue: [],
    inFlight: 0,
    pausedUntil: 0,
    rejections: 0,
    concurrency: defaultConcurrency,
    isConcurrencySet: false,
    cancelTimer: null,
    onLongWait: undefined,
  };
  return {
    enter: (wait) => new Promise((resolve) => enterQueue(state, wait, resolve)),
    leave(response, sentAt) {
      state.inFlight -= 1;
      if (response) learnFromResponse(state, response, sentAt);
      releaseWaiters(state);
    },
    configure(limits) {
      configureLimiter(state, limits);
      releaseWaiters(state);
    },
    get wait() {
      return findWait(state);
    },
  };
};

const sharedLimiters = new WeakMap<TransportClock, Map<string, RateLimiter>>();

/** The longest wait for the limit of a service among all limiters of a clock. */
export const findRateLimitWait = (clock: TransportClock): RateLimitWait | null =>
  [...(sharedLimiters.get(clock)?.values() ?? [])]
    .flatMap(({ wait }) => wait ?? [])
    .reduce<RateLimitWait | null>((longest, wait) => (longest && longest.until >= wait.until ? longest : wait), null);

/** The limiter of a host and token, created at first use. */
export const rateLimiterFor = (origin: string, token: string, clock: TransportClock, random: () => number): RateLimiter => {
  let all = sharedLimiters.get(clock);
  if (!all) sharedLimiters.set(clock, (all = new Map()));
  const key = `${origin} ${token}`;
  let one = all.get(key);
  if (!one) all.set(key, (one = createRateLimiter(clock, random)));
  return one;
};
