import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFilePath } from './data-file.ts';
import type { Folder } from './read-folder.ts';

const notePath = (directory: string): string => join(directory, 'slipway.closed');

/** A description that differs after any change, copy or replacement of the file: the time of the last change (ctime) cannot be set. */
const describeFile = (directory: string): string => {
  const { ino, size, mtimeNs, ctimeNs } = statSync(dataFilePath(directory), { bigint: true });
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}\n`;
};

/** Notes which file was left whole. To be called when it is closed. */
export const noteCleanEnd = (directory: string): void => {
  try {
    writeFileSync(notePath(directory), describeFile(directory), { mode: 0o600 });
  } catch (error) {
    // Without the note the next start reads the whole file, as after a crash.
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
 * Whether the data file is one that a process closed properly and that was not changed since. A file with a log was left by a process that
 * was killed.
 */
export const wasLeftWhole = ({ directory, data }: Folder): boolean =>
  data !== undefined && data.size > 0 && !data.isLogged && readNote(directory) === describeFile(directory);
