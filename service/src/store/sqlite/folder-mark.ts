import { closeSync, existsSync, fdatasyncSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { dataFilePath, logFilePath } from './data-file.ts';

/** The file that records that a store is in the folder, and its last known content. */
export const markPath = (directory: string): string => join(directory, 'slipway.store');

/** The last known content of a folder. `number`: how often the log was moved into the data file, as its header says (`user_version`). */
export type FolderMark =
  /** The store is being created; no write was acknowledged yet. */
  | { readonly state: 'creating' }
  /** A process has it open: at least so many frames are in the log with these salts, which began at this number. */
  | { readonly state: 'open'; readonly number: number; readonly salts: string; readonly frames: number }
  /** A process left it whole: everything is in the data file. */
  | { readonly state: 'closed'; readonly number: number; readonly counter: number };

/** `former`: written by a release that recorded less. `unreadable`: empty, truncated, or changed. */
export type FoundMark = FolderMark | 'missing' | 'former' | 'unreadable';

const words = 'A Slipway store: slipway.db holds its data, slipway.key (or another key) opens its secrets.\n';
/** Fixed length of the second line: it is written in place, and a disk writes that much completely or not at all. */
const lineBytes = 160;

const sumOf = (text: string): string => crc32(text).toString(16).padStart(8, '0');
const renderLine = (mark: FolderMark): string => {
  const text = JSON.stringify(mark);
  return `${`${sumOf(text)} ${text}`.padEnd(lineBytes - 1)}\n`;
};

const parseMark = (text: string): FoundMark => {
  if (text === words) return 'former';
  const [, sum, json] = /^([\da-f]{8}) (\{.*\}) *\n$/.exec(text.startsWith(words) ? text.slice(words.length) : '') ?? [];
  return json !== undefined && sumOf(json) === sum ? (JSON.parse(json) as FolderMark) : 'unreadable';
};

export const readMark = (directory: string): FoundMark => {
  try {
    return parseMark(readFileSync(markPath(directory), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw error;
  }
};

/** Replaces the mark, durably. */
export const replaceMark = (directory: string, mark: FolderMark): void => {
  const draft = `${markPath(directory)}.new`;
  writeFileSync(draft, words + renderLine(mark), { mode: 0o600, flush: true });
  renameSync(draft, markPath(directory));
  const descriptor = openSync(directory, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
};

/** The mark of a folder that is open. */
export interface OpenMark {
  /** A hint that costs no wait: a process that is killed leaves it, a power failure may leave an older one. */
  write(mark: FolderMark): void;
  sync(): void;
  close(): void;
}

/** Opens the mark of a folder that has one of this release. */
export const openMark = (directory: string): OpenMark => {
  const descriptor = openSync(markPath(directory), 'r+');
  return {
    write: (mark) => void writeSync(descriptor, renderLine(mark), words.length),
    sync: () => fdatasyncSync(descriptor),
    close: () => closeSync(descriptor),
  };
};

type ClosedData = Extract<FolderMark, { state: 'closed' }>;

/** Records that everything is in the data file, if so. To be called when the store is closed and still locked. */
export const markClosed = (directory: string, readData: (file: string) => Pick<ClosedData, 'number' | 'counter'> | undefined): void => {
  if (existsSync(logFilePath(directory)) || typeof readMark(directory) !== 'object') return;
  const { number, counter } = readData(dataFilePath(directory))!;
  const mark = openMark(directory);
  mark.write({ state: 'closed', number, counter });
  mark.sync();
  mark.close();
};
