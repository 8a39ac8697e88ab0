import type { Clock } from '../lifecycle/clock.ts';

export interface TokenBucket {
  /** Takes a token when it is this caller's turn, in the order of calls; resolves with false when the signal is aborted before. */
  take(signal: AbortSignal): Promise<boolean>;
  /** Takes a token if there is one now. */
  tryTake(): boolean;
}

/** Milliseconds; with more, timers of Node fire at once. */
const maxTimerMilliseconds = 2 ** 31 - 1;

interface Bucket {
  readonly clock: Clock;
  readonly burst: number;
  /** Milliseconds per token; 0 or less: no limit. */
  readonly interval: number;
  readonly queue: Set<() => void>;
  tokens: number;
  filledAt: number;
  cancel: (() => void) | undefined;
}

const refill = (bucket: Bucket): void => {
  const { clock, burst, interval } = bucket;
  // A full bucket accumulates nothing: its next token starts when one is taken.
  if (bucket.tokens >= burst) {
    bucket.filledAt = clock.now();
    return;
  }
  const added = Math.floor((clock.now() - bucket.filledAt) / interval);
  bucket.tokens = Math.min(burst, bucket.tokens + added);
  bucket.filledAt += added * interval;
};

const tryTake = (bucket: Bucket): boolean => {
  if (bucket.interval <= 0) return true;
  refill(bucket);
  if (bucket.tokens < 1) return false;
  bucket.tokens -= 1;
  return true;
};

/** Serves waiting callers, and schedules itself for the next token. */
const serveQueue = (bucket: Bucket): void => {
  bucket.cancel = undefined;
  for (const resolve of bucket.queue) {
    if (!tryTake(bucket)) {
      const delay = Math.max(0, bucket.filledAt + bucket.interval - bucket.clock.now());
      bucket.cancel = bucket.clock.schedule(Math.min(maxTimerMilliseconds, delay), () => {
        serveQueue(bucket);
      });
      return;
    }
    bucket.queue.delete(resolve);
    resolve();
  }
};

const take = (bucket: Bucket, signal: AbortSignal): Promise<boolean> =>
  new Promise((done) => {
    if (signal.aborted) {
      done(false);
      return;
    }
    const onToken = (): void => {
      signal.removeEventListener('abort', onAbort);
      done(true);
    };
    const onAbort = (): void => {
      bucket.queue.delete(onToken);
      if (bucket.queue.size === 0) {
        bucket.cancel?.();
        bucket.cancel = undefined;
      }
      done(false);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    bucket.queue.add(onToken);
    if (!bucket.cancel) serveQueue(bucket);
  });

/**
 * `size` tokens, at least one, and one more every `interval` milliseconds, up to `size`. With an interval of 0 or less there is
 * always one.
 */
export const createTokenBucket = (size: number, interval: number, clock: Clock): TokenBucket => {
  const burst = Math.max(1, size);
  const bucket: Bucket = { clock, burst, interval, queue: new Set(), tokens: burst, filledAt: clock.now(), cancel: undefined };
  return { tryTake: () => tryTake(bucket), take: (signal) => take(bucket, signal) };
};
