import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds that statements may hold the event loop before other work of the process has its turn. */
const longestTurn = 10;

/** When the first statement of this turn of the event loop was run. */
let began: number | undefined;

/**
 * SQLite answers at once, so a unit of many statements would hold the event loop from its first to its last. Called after each
 * statement: undefined while the turn is young, else what to await before going on. Inside a unit that is safe: nobody else writes
 * while it waits, and nobody reads what it has half written.
 */
export const takeTurn = (): Promise<void> | undefined => {
  const now = performance.now();
  if (began === undefined) {
    began = now;
    setImmediate(() => {
      began = undefined;
    });
    return undefined;
  }
  return now - began < longestTurn ? undefined : nextTurn();
};
