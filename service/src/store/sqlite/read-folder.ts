import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { dataFilePath, logFilePath } from './data-file.ts';
import { type FoundMark, readMark } from './folder-mark.ts';
import { type LogFile, readLogFile } from './log-file.ts';

/** The header of a data file (https://sqlite.org/fileformat2.html#the_database_header). */
export interface DataFile {
  /** Bytes. */
  readonly size: number;
  /** Whether it has a log. False: it was closed properly, or is not a file of SQLite. */
  readonly isLogged: boolean;
  /** How often a log was moved into it (`user_version`). */
  readonly number: number;
  /** How often SQLite changed it without a log; another program that writes to it increments it. */
  readonly counter: number;
}

/** The files of a folder, as they are. */
export interface Folder {
  readonly directory: string;
  readonly mark: FoundMark;
  /** Undefined: it is missing. */
  readonly data: DataFile | undefined;
  readonly log: LogFile | undefined;
}

const dataHeaderBytes = 100;

/** To be called while no store of this process has the folder open: closing a descriptor of a file drops its locks of the process. */
export const readDataFile = (file: string): DataFile | undefined => {
  if (!existsSync(file)) return undefined;
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(dataHeaderBytes);
    readSync(descriptor, bytes, 0, dataHeaderBytes, 0);
    return {
      size: fstatSync(descriptor).size,
      isLogged: bytes[18] === 2 || bytes[19] === 2,
      number: bytes.readInt32BE(60),
      counter: bytes.readInt32BE(24),
    };
  } finally {
    closeSync(descriptor);
  }
};

/** Reads the mark first: if another process writes in the meantime, the files have at least what the mark says. */
export const readFolder = (directory: string): Folder => {
  const mark = readMark(directory);
  const log = readLogFile(logFilePath(directory));
  return { directory, mark, log, data: readDataFile(dataFilePath(directory)) };
};
