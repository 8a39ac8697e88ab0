import type { Clock } from './route.ts';

/** A clock that tests move: it stands `offset` away from the real one, or still. */
export interface MovableClock extends Clock {
  /** Forward by so many milliseconds (back when negative). */
  move(milliseconds: number): void;
  /** Stands still at this time; `null`: follows the real one again, without any offset. */
  stand(at: Date | null): void;
}

export const movableClock = (real: () => number = Date.now): MovableClock => {
  let offset = 0;
  let still: number | null = null;
  return {
    now: () => new Date(still ?? real() + offset),
    move: (milliseconds) => { if (still === null) offset += milliseconds; else still += milliseconds; },
    stand: (at) => { still = at === null ? null : at.getTime(); if (at === null) offset = 0; },
  };
};
