import type { Clock } from './route.ts';

/** A clock that tests move: it stands `offset` away from the real one, or still. */
export interface AdjustableClock extends Clock {
  /** Forward by so many milliseconds (back when negative). */
  advance(milliseconds: number): void;
  /** Stands still at this time; `null`: follows the real one again, without any offset. */
  freeze(at: Date | null): void;
}

export const createAdjustableClock = (real: () => number = Date.now): AdjustableClock => {
  let offset = 0;
  let still: number | null = null;
  return {
    now: () => new Date(still ?? real() + offset),
    advance: (milliseconds) => {
      if (still === null) offset += milliseconds;
      else still += milliseconds;
    },
    freeze: (at) => {
      still = at === null ? null : at.getTime();
      if (at === null) offset = 0;
    },
  };
};
