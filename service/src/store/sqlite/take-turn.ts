import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds that statements may hold the event loop before other work of the process has its turn. */
const longestTurn = 10;

/** When the first statement of this turn of the event loop was run. */
let began: number | undefined;

/**
 * SQLite is synchronous, so a unit of many statements would block the event loop from its first to its last. To be called after each
 * statement: undefined while the turn is short, otherwise a promise to await. This is safe inside a unit: no other unit writes, or reads
 * half-written records, in the meantime.
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
