import { dataFilePath, logFilePath } from './data-file.ts';
import type { FolderMark } from './folder-mark.ts';
import type { LogFile } from './log-file.ts';
import type { DataFile, Folder } from './read-folder.ts';

/** Something that a folder had when it was last seen, and lacks now. */
export interface Loss {
  /** A clause about a file: `the log … is missing`. */
  readonly words: string;
  /** What is still usable. `nothing`: not even with `--accept-loss`; `data`: the data file, and the log must not be applied to it. */
  readonly rest: 'nothing' | 'data' | 'data and log';
}

const nothingLeft = (words: string): Loss => ({ words, rest: 'nothing' });
const dataLeft = (words: string): Loss => ({ words, rest: 'data' });

const judgeMissingData = ({ directory, mark, data, log }: Folder): Loss | undefined => {
  const is = data ? 'empty' : 'missing';
  if (typeof mark === 'object' && mark.state === 'creating') return undefined;
  if (mark !== 'missing') return nothingLeft(`the data file ${dataFilePath(directory)} is ${is}, but a store was here`);
  if (log && log.size > 0) return nothingLeft(`the data file ${dataFilePath(directory)} is ${is}, but its log is here`);
  return undefined;
};

const olderData = (directory: string): Loss => dataLeft(`the data file ${dataFilePath(directory)} is an older copy`);
const foreignLog = (directory: string): Loss => dataLeft(`the log ${logFilePath(directory)} is of another time than the data file`);
const brokenLog = (directory: string): Loss => ({
  words: `the log ${logFilePath(directory)} is damaged in front of later writes`,
  rest: 'data and log',
});

/** A log without which there is no saying what the data file lacks. */
const judgeMissingLog = (directory: string, log: LogFile | undefined): Loss | undefined => {
  const file = logFilePath(directory);
  if (!log) return dataLeft(`the log ${file} is missing, but a process did not move all of it into the data file`);
  if (log.size === 0) return dataLeft(`the log ${file} is empty, but a process had written to it`);
  return log.salts === undefined ? dataLeft(`the log ${file} is damaged at its beginning`) : undefined;
};

/** Judges a folder without a mark by its files only: a store of an earlier release, or a copy of some files. */
const judgeUnmarked = (directory: string, data: DataFile, log: LogFile | undefined): Loss | undefined => {
  if (!data.isLogged) return log && log.size > 0 ? foreignLog(directory) : undefined;
  // An earlier release begins its log with the first write.
  if (data.number === 0 && log?.size === 0) return undefined;
  return judgeMissingLog(directory, log) ?? (log!.isBroken ? brokenLog(directory) : undefined);
};

/** A process left it whole; another one may have begun to open it. */
const judgeClosed = (directory: string, { number }: FolderMark & { state: 'closed' }, data: DataFile, log?: LogFile): Loss | undefined => {
  if (data.number < number) return olderData(directory);
  if (!log || log.size === 0) return undefined;
  if (!data.isLogged) return foreignLog(directory);
  return log.isBroken ? brokenLog(directory) : undefined;
};

/** More logs than are begun while a mark is not written. */
const maxLaterLogs = 2 ** 24;
const countLog = (salts: string): number => Number.parseInt(salts.slice(0, 8), 16);

/** A process had it open. Each log that it began since then has the next number, and the data file has what was in the one before. */
const judgeOpen = (directory: string, mark: FolderMark & { state: 'open' }, data: DataFile, log?: LogFile): Loss | undefined => {
  // The store was closed, but the process ended before it recorded that.
  if (!data.isLogged && !log && data.number > mark.number) return undefined;
  const missing = judgeMissingLog(directory, log);
  if (missing) return missing;
  const { salts, frames, isBroken } = log!;
  const later = (countLog(salts!) - countLog(mark.salts)) >>> 0;
  if (later > maxLaterLogs || (later === 0 && salts !== mark.salts)) return foreignLog(directory);
  if (data.number < mark.number + later) return olderData(directory);
  if (data.number > mark.number + later + 1) return foreignLog(directory);
  if (isBroken) return brokenLog(directory);
  if (later > 0 || frames >= mark.frames) return undefined;
  return {
    words: `the log ${logFilePath(directory)} is damaged, cut or an older copy: ${frames} of ${mark.frames} parts can be read`,
    rest: 'data and log',
  };
};

/**
 * What a folder lacks of its last known content; undefined: nothing. Only the end of a log may be torn, by at most the commits that were
 * not awaited yet: a power failure causes that, and they were not acknowledged (docs/decisions/0148).
 */
export const judgeFolder = (folder: Folder): Loss | undefined => {
  const { directory, mark, data, log } = folder;
  if (!data || data.size === 0) return judgeMissingData(folder);
  if (typeof mark !== 'object') return judgeUnmarked(directory, data, log);
  if (mark.state === 'creating') return undefined;
  return mark.state === 'closed' ? judgeClosed(directory, mark, data, log) : judgeOpen(directory, mark, data, log);
};

/** The number that the data file had when the log of a whole folder began. A log that is half moved has given it the next one. */
export const findLogNumber = ({ mark, data, log }: Folder): number => {
  if (typeof mark === 'object' && mark.state === 'open' && log?.salts !== undefined)
    return mark.number + ((countLog(log.salts) - countLog(mark.salts)) >>> 0);
  return data?.number ?? 0;
};
