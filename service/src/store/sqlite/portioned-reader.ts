import { setImmediate as nextTurn } from 'node:timers/promises';
import { StorageFull, StoreUnavailable } from '../failures.ts';

/** What somebody waits for, and is read in portions. */
export interface PortionedReading {
  /** Whether what was read until now still helps. */
  isWanted(): boolean;
  /** Reads the next portion; false: there is none. */
  readNext(): boolean;
  /** `isComplete`: false where it could not be read, or nobody wants it. */
  finish(isComplete: boolean): void;
}

/** Then it is not kept. */
const toUnread = (error: unknown): false => {
  if (error instanceof StorageFull || error instanceof StoreUnavailable) return false;
  throw error;
};

/**
 * Reads one thing after the other, a portion in each turn of the event loop: all at once would hold up everybody for 40 ms among 100,000
 * records. What is written meanwhile, new records included, has to be looked at afterwards.
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
