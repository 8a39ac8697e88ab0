import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFilePath } from './data-file.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

const notePath = (directory: string): string => join(directory, 'slipway.closed');

/** Changes with whatever changes, copies or replaces the file: the time of the last change cannot be set. */
const describeFile = (directory: string): string => {
  const { ino, size, mtimeNs, ctimeNs } = statSync(dataFilePath(directory), { bigint: true });
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}\n`;
};

/** Notes which file was left whole. To be called when it is closed. */
export const noteCleanEnd = (directory: string): void => {
  try {
    writeFileSync(notePath(directory), describeFile(directory), { mode: 0o600 });
  } catch (error) {
    // Without the note the next start reads the whole file, as after any other end.
    if (!['ENOSPC', 'EDQUOT', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
};

const readNote = (directory: string): string | undefined => {
  try {
    return readFileSync(notePath(directory), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Whether the data file is the one that a process left whole, and nobody touched it since. A file in the mode of the log was left by a
 * process that was killed. To be asked before the connection changes the mode.
 */
export const wasLeftWhole = (connection: SqliteConnection, directory: string): boolean =>
  readNote(directory) === describeFile(directory) && connection.query('pragma journal_mode')[0]?.['journal_mode'] !== 'wal';
