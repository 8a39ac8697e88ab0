import type { WriteLock } from '../group-commit.ts';

/** Reads run in parallel; a group of writes runs alone, so that no read sees half of it. Reads and writes alternate, so neither starves. */
export interface ReadWriteLock extends WriteLock {
  read<T>(work: () => Promise<T>): Promise<T>;
  /** Whether a read or a write is running. */
  isBusy(): boolean;
}

export const createReadWriteLock = (): ReadWriteLock => {
  let reading = 0;
  let isHeld = false;
  let readers: (() => void)[] = [];
  let writer: (() => void) | undefined;

  return {
    async read(work) {
      if (isHeld) await new Promise<void>((go) => readers.push(go));
      else reading++;
      try {
        return await work();
      } finally {
        if (--reading === 0) writer?.();
      }
    },
    async acquire() {
      isHeld = true;
      if (reading > 0)
        await new Promise<void>((go) => {
          writer = go;
        });
      writer = undefined;
    },
    release() {
      isHeld = false;
      const go = readers;
      readers = [];
      reading = go.length;
      for (const reader of go) reader();
    },
    isBusy: () => isHeld || reading > 0,
  };
};
