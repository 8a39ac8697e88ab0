import { setImmediate as nextTurn } from 'node:timers/promises';
import { StorageFull, StoreUnavailable } from '../failures.ts';

/** A reading in portions that a caller waits for. */
export interface PortionedReading {
  /** Whether what was read until now still helps. */
  isWanted(): boolean;
  /** Reads the next portion; false: the end was reached. */
  readNext(): boolean;
  /** `isComplete`: false if it could not be read, or is no longer wanted. */
  finish(isComplete: boolean): void;
}

/** Converts the error of a full or unavailable disk to false: the reading is then incomplete. */
const toUnread = (error: unknown): false => {
  if (error instanceof StorageFull || error instanceof StoreUnavailable) return false;
  throw error;
};

/**
 * Reads one thing after the other, a portion in each turn of the event loop: reading at once would block the process for 40 ms with 100,000
 * records. Records that are written in the meantime, including new ones, have to be checked afterwards.
 */
export const createPortionedReader = () => {
  const waiting: PortionedReading[] = [];
  let isBusy = false;
  const readInPortions = async ({ isWanted, readNext }: PortionedReading): Promise<boolean> => {
    while (isWanted()) {
      if (!readNext()) return true;
      await nextTurn();
    }
    return false;
  };
  const readAll = async (): Promise<void> => {
    await nextTurn();
    for (let next = waiting.shift(); next; next = waiting.shift()) next.finish(await readInPortions(next).catch(toUnread));
    isBusy = false;
  };
  return (reading: PortionedReading): void => {
    waiting.push(reading);
    if (isBusy) return;
    isBusy = true;
    void readAll();
  };
};
export type PortionedReader = ReturnType<typeof createPortionedReader>;
