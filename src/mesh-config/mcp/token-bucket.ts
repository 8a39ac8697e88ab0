import type { Clock } from '../clock.ts';

export interface TokenBucket {
  /** Resolves when it is this caller's turn, first come first served; false when `gone` came first. */
  take(gone: AbortSignal): Promise<boolean>;
  /** Whether there is one now; it is taken then. */
  tryTake(): boolean;
}

/** `burst` tokens, at least one, and one more every `every` milliseconds, up to as many; with 0 or less there is always one. */
export const tokenBucket = (size: number, every: number, clock: Clock): TokenBucket => {
  const burst = Math.max(1, size);
  let [tokens, filledAt] = [burst, clock.now()];
  let line: Promise<unknown> = Promise.resolve();
  const fill = (): void => {
    const more = Math.floor((clock.now() - filledAt) / every);
    tokens = Math.min(burst, tokens + more);
    filledAt += more * every;
  };
  const tryTake = (): boolean => {
    if (every <= 0) return true;
    // A full bucket gathers nothing: its next token begins when the first is gone.
    if (tokens >= burst) filledAt = clock.now(); else fill();
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
  const wait = (gone: AbortSignal): Promise<boolean> => new Promise((done) => {
    const step = (): void => {
      if (gone.aborted) { done(false); return; }
      if (tryTake()) { done(true); return; }
      const cancel = clock.after(Math.max(0, filledAt + every - clock.now()), () => { gone.removeEventListener('abort', left); step(); });
      const left = (): void => { cancel(); done(false); };
      gone.addEventListener('abort', left, { once: true });
    };
    step();
  });
  return {
    tryTake,
    take: (gone) => {
      const turn = line.then(() => wait(gone));
      line = turn;
      return turn;
    },
  };
};
