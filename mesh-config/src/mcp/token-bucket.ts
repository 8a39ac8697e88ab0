import type { Clock } from '../lifecycle/clock.ts';

export interface TokenBucket {
  /** Resolves when it is this caller's turn, first come first served; false, at once, when `gone` comes first. */
  take(gone: AbortSignal): Promise<boolean>;
  /** Whether there is one now; it is taken then. */
  tryTake(): boolean;
}

/** Milliseconds that Node's timers take; above it they fire at once. */
const maxTimerMilliseconds = 2 ** 31 - 1;

/** `burst` tokens, at least one, and one more every `every` milliseconds, up to as many; with 0 or less there is always one. */
export const createTokenBucket = (size: number, every: number, clock: Clock): TokenBucket => {
  const burst = Math.max(1, size);
  let [tokens, filledAt] = [burst, clock.now()];
  const line = new Set<() => void>();
  let cancel: (() => void) | undefined;
  const fill = (): void => {
    const more = Math.floor((clock.now() - filledAt) / every);
    tokens = Math.min(burst, tokens + more);
    filledAt += more * every;
  };
  const tryTake = (): boolean => {
    if (every <= 0) return true;
    // A full bucket gathers nothing: its next token begins when the first is gone.
    if (tokens >= burst) filledAt = clock.now();
    else fill();
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
  const advance = (): void => {
    cancel = undefined;
    for (const turn of line) {
      if (!tryTake()) {
        cancel = clock.schedule(Math.min(maxTimerMilliseconds, Math.max(0, filledAt + every - clock.now())), advance);
        return;
      }
      line.delete(turn);
      turn();
    }
  };
  return {
    tryTake,
    take: (gone) =>
      new Promise((done) => {
        if (gone.aborted) {
          done(false);
          return;
        }
        const turn = (): void => {
          gone.removeEventListener('abort', left);
          done(true);
        };
        const left = (): void => {
          line.delete(turn);
          if (line.size === 0) {
            cancel?.();
            cancel = undefined;
          }
          done(false);
        };
        gone.addEventListener('abort', left, { once: true });
        line.add(turn);
        if (!cancel) advance();
      }),
  };
};
