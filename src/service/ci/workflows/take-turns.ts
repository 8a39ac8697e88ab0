import { setImmediate as nextTurn } from 'node:timers/promises';

/** Records that are written before other work of the process has its turn. */
const recordsPerTurn = 50;

/** Lets other work of the process go on after each of some records. `count`: how many are written. */
export const takeTurns = async (count: number): Promise<void> => {
  if (count % recordsPerTurn === 0) await nextTurn();
};
