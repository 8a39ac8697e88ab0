import type { Clock } from './route.ts';

/** A clock for tests: it runs at `offset` from the real time, or stands still. */
export interface AdjustableClock extends Clock {
  /** Forward by so many milliseconds (back when negative). */
  advance(milliseconds: number): void;
  /** Stops the clock at this time; `null`: it follows the real time again without offset. */
  freeze(at: Date | null): void;
  /** Calls `listener` whenever the clock was moved or stopped; the function that is returned ends that. */
  watch(listener: () => void): () => void;
}

export const createAdjustableClock = (real: () => number = Date.now): AdjustableClock => {
  let offset = 0;
  let still: number | null = null;
  const listeners = new Set<() => void>();
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    now: () => new Date(still ?? real() + offset),
    advance: (milliseconds) => {
      if (still === null) offset += milliseconds;
      else still += milliseconds;
      notify();
    },
    freeze: (at) => {
      still = at === null ? null : at.getTime();
      if (at === null) offset = 0;
      notify();
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
