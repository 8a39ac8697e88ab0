import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  read,
  readSync,
  write,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { frameHeaderBytes, frameOffset } from './log-file.ts';
import { createPageSums, pageBytes, type PageSums, sumPage, sumsPath } from './page-sums.ts';

const [readNow, writeNow, syncNow] = [promisify(read), promisify(write), promisify(fdatasync)];

const frameBytes = frameHeaderBytes + pageBytes;
/** Frames that are read at once: 4 MB. */
const portion = 1024;

const sumFrames = (sums: PageSums, bytes: Buffer): void => {
  for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes) {
    const page = bytes.readUInt32BE(at);
    sums.set(page, sumPage(page, bytes.subarray(at + frameHeaderBytes, at + frameBytes)));
  }
};

/** The sums of all pages of a data file. */
const sumDataFile = (data: number): PageSums => {
  const sums = createPageSums(Buffer.alloc(0));
  const pages = Math.floor(fstatSync(data).size / pageBytes);
  const bytes = Buffer.alloc(pageBytes);
  for (let page = 1; page <= pages; page++) {
    readSync(data, bytes, 0, pageBytes, (page - 1) * pageBytes);
    sums.set(page, sumPage(page, bytes));
  }
  return sums;
};

/** Keeps the sums of a data file that is open. */
export interface SumKeeper {
  /** Sums the pages in the log, which is being moved, while the disk works. `number`: of the data file then. */
  sumLog(frames: number, number: number): Promise<void>;
  /** Sums the pages in the log at once, and waits for the disk. */
  sumLogNow(frames: number, number: number): void;
  /** Sums all pages of the data file as they are. */
  sumAll(number: number): void;
  close(): void;
}

/** The frames of a log in portions: where each begins, and its bytes. */
const listPortions = (frames: number): readonly { readonly position: number; readonly size: number }[] =>
  Array.from({ length: Math.ceil(frames / portion) }, (_, at) => ({
    position: frameOffset(at * portion + 1, pageBytes),
    size: Math.min(portion, frames - at * portion) * frameBytes,
  }));

const sumLogBeside = async (log: number, sums: PageSums, frames: number): Promise<void> => {
  const bytes = Buffer.allocUnsafe(Math.min(portion, frames) * frameBytes);
  for (const { position, size } of listPortions(frames)) {
    await readNow(log, bytes, 0, size, position);
    sumFrames(sums, bytes.subarray(0, size));
  }
};
const sumLogNow = (log: number, sums: PageSums, frames: number): void => {
  const bytes = Buffer.allocUnsafe(Math.min(portion, frames) * frameBytes);
  for (const { position, size } of listPortions(frames)) sumFrames(sums, bytes.subarray(0, readSync(log, bytes, 0, size, position)));
};

/** The disk refuses: what is in the file may be of no use. Throws anything else. */
const requireDiskError = (error: unknown): void => {
  if ((error as NodeJS.ErrnoException).code === undefined) throw error;
};

/** The file of the sums. */
const createSumsFile = (directory: string) => {
  const file = openSync(sumsPath(directory), constants.O_RDWR | constants.O_CREAT, 0o600);
  return {
    async save(sums: PageSums, number: number): Promise<void> {
      for (const { position, bytes } of sums.takeChanged(number)) await writeNow(file, bytes, 0, bytes.length, position);
      await syncNow(file);
    },
    saveNow(sums: PageSums, number: number): void {
      for (const { position, bytes } of sums.takeChanged(number)) writeSync(file, bytes, 0, bytes.length, position);
      fdatasyncSync(file);
    },
    /** Truncates the checksums, so that pages that the data file no longer has have none. */
    empty: () => ftruncateSync(file, 0),
    close: () => closeSync(file),
  };
};

/**
 * `known`: those that the folder has, where they are all known. After an error of the disk they stay those of an earlier number, and the
 * next start sums all pages.
 */
export const keepSums = (directory: string, log: number, data: number, known: PageSums): SumKeeper => {
  const { save, saveNow, empty, close } = createSumsFile(directory);
  let sums = known;
  let isKept = true;
  const keepNow = (work: () => void): void => {
    try {
      if (isKept) work();
    } catch (error) {
      requireDiskError(error);
      isKept = false;
    }
  };
  return {
    async sumLog(frames, number) {
      if (!isKept) return;
      try {
        await sumLogBeside(log, sums, frames);
        await save(sums, number);
      } catch (error) {
        requireDiskError(error);
        isKept = false;
      }
    },
    sumLogNow: (frames, number) =>
      keepNow(() => {
        sumLogNow(log, sums, frames);
        saveNow(sums, number);
      }),
    sumAll: (number) =>
      keepNow(() => {
        sums = sumDataFile(data);
        empty();
        saveNow(sums, number);
      }),
    close,
  };
};
