import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { StoreUnavailable } from '../failures.ts';
import { dataFilePath, logFilePath } from './data-file.ts';

/** The files of an open store. SQLite writes them; the disk is waited for here, while the event loop goes on (docs/decisions/0133). */
export interface StoreFiles {
  /** Resolves when what was written to the log is on the disk. Throws StoreUnavailable where the disk refused. */
  syncLog(): Promise<void>;
  /** The same for the data file. */
  syncData(): Promise<void>;
  /** Throws StoreUnavailable after a refusal: what is in memory may not be on the disk, so nobody may build on it. */
  requireDurable(): void;
  isDurable(): boolean;
  /** Before SQLite removes the log. */
  closeLog(): void;
  /** After SQLite let go of its lock: on POSIX, closing a descriptor of a file drops every lock of the process on it. */
  closeData(): void;
}

/** Makes the file behind a descriptor durable. */
export type SyncDescriptor = (descriptor: number) => Promise<void>;

/** Of a directory that is open and locked. */
export const openStoreFiles = (directory: string, sync: SyncDescriptor = promisify(fdatasync)): StoreFiles => {
  const log = openSync(logFilePath(directory), 'r+');
  const data = openSync(dataFilePath(directory), 'r+');
  let refusal: StoreUnavailable | undefined;
  const syncFile = async (descriptor: number): Promise<void> => {
    try {
      await sync(descriptor);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
      refusal ??= new StoreUnavailable(`${directory}: the disk did not confirm what was written to it (${code}): start the service again`, {
        cause: error,
      });
      throw refusal;
    }
  };
  return {
    syncLog: () => syncFile(log),
    syncData: () => syncFile(data),
    requireDurable: () => {
      if (refusal) throw refusal;
    },
    isDurable: () => refusal === undefined,
    closeLog: () => closeSync(log),
    closeData: () => closeSync(data),
  };
};
