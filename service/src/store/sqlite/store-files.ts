import { closeSync, fdatasync, fdatasyncSync, ftruncateSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { StoreUnavailable } from '../failures.ts';
import { dataFilePath, logFilePath } from './data-file.ts';
import { type OpenMark, openMark, readMark, replaceMark } from './folder-mark.ts';
import { readLogBytes } from './log-file.ts';
import type { PageSums } from './page-sums.ts';
import { keepSums } from './sum-pages.ts';
import { trackLog, type LogPosition } from './log-position.ts';

/** The files of an open store. SQLite writes them; this waits for the disk without blocking the event loop (docs/decisions/0133). */
export interface StoreFiles extends Pick<LogPosition, 'nextNumber' | 'doubt'> {
  /** Resolves when what was written to the log is on the disk and the mark records it. Throws StoreUnavailable if the disk refused. */
  syncLog(): Promise<void>;
  /** Resolves when what was written to the data file is on the disk. Throws as `syncLog` does. */
  syncData(): Promise<void>;
  /** Sums the pages that were moved into the data file; to be called before the log is begun anew (sum-pages.ts). */
  sumMoved(): Promise<void>;
  /** Writes the checksums before the log is moved for the last time, waiting for the disk synchronously. */
  sumLast(): void;
  /** Sums all pages of the data file, which has everything. */
  sumAll(): void;
  /** Records durably the end of the log, once it is on the disk. To be called when a log was begun that the mark does not have. */
  markBeginning(): void;
  /** Removes what logs before left behind the end of this one. */
  cutLog(): void;
  /** Throws StoreUnavailable after a refusal by the disk: what is in memory may not be on it, so nothing may depend on it. */
  requireDurable(): void;
  isDurable(): boolean;
  /** Before SQLite removes the log. */
  closeLog(): void;
  /** After SQLite let go of its lock: on POSIX, closing a descriptor of a file drops every lock of the process on it. */
  closeData(): void;
}

/** Makes the file behind a descriptor durable. */
export type SyncDescriptor = (descriptor: number) => Promise<void>;

/** Awaits a disk, until it refuses something. */
const createDisk = (directory: string, sync: SyncDescriptor) => {
  let refusal: StoreUnavailable | undefined;
  return {
    async sync(descriptor: number): Promise<void> {
      try {
        await sync(descriptor);
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
        refusal ??= new StoreUnavailable(
          `${directory}: the disk did not confirm what was written to it (${code}): start the service again`,
          {
            cause: error,
          },
        );
        throw refusal;
      }
    },
    requireDurable(): void {
      if (refusal) throw refusal;
    },
    isDurable: (): boolean => refusal === undefined,
  };
};

/** Writes the mark of a folder whose log is followed. */
const createMarking = (directory: string, log: number, position: LogPosition) => {
  let mark: OpenMark | undefined;
  return {
    begin(): void {
      fdatasyncSync(log);
      const reached = position.find();
      if (typeof readMark(directory) !== 'object') replaceMark(directory, reached);
      mark ??= openMark(directory);
      mark.write(reached);
      mark.sync();
    },
    /** Records the end of the log once it is on the disk. The position is computed during the wait. */
    async follow(synced: Promise<void>): Promise<void> {
      const reached = position.find();
      await synced;
      mark?.write(reached);
    },
    close: () => mark?.close(),
  };
};

/** What was found out about a folder that is opened. */
export interface FolderFacts {
  readonly directory: string;
  /** The number of the data file when its log began. */
  readonly number: number;
  /** The sums of all its pages, as they were before its log was written. */
  readonly sums: PageSums;
}

/** Opens the files of a directory that is open and locked. */
export const openStoreFiles = ({ directory, number, sums }: FolderFacts, sync: SyncDescriptor = promisify(fdatasync)): StoreFiles => {
  const log = openSync(logFilePath(directory), 'r+');
  const data = openSync(dataFilePath(directory), 'r+');
  const disk = createDisk(directory, sync);
  const position = trackLog(log, number);
  const keeper = keepSums(directory, log, data, sums);
  const marking = createMarking(directory, log, position);
  return {
    syncLog: () => marking.follow(disk.sync(log)),
    syncData: () => disk.sync(data),
    async sumMoved() {
      if (position.isDoubted()) keeper.sumAll(position.nextNumber());
      else await keeper.sumLog(position.find().frames, position.nextNumber());
    },
    sumLast() {
      if (!position.isDoubted()) keeper.sumLogNow(position.find().frames, position.nextNumber());
    },
    sumAll: () => keeper.sumAll(position.nextNumber()),
    markBeginning: marking.begin,
    cutLog: () => ftruncateSync(log, readLogBytes(log, position.find().frames)),
    nextNumber: position.nextNumber,
    doubt: position.doubt,
    requireDurable: disk.requireDurable,
    isDurable: disk.isDurable,
    closeLog() {
      closeSync(log);
      keeper.close();
      marking.close();
    },
    closeData: () => closeSync(data),
  };
};
