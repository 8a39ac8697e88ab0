import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { StoreUnavailable } from '../failures.ts';
import { dataFilePath, describeWayBack, requireSoundFile, requireStoreTables } from './data-file.ts';
import { judgeFolder, type Loss } from './judge-folder.ts';
import { type Folder, readFolder } from './read-folder.ts';
import { openConnection, type SqliteConnection } from './sqlite-connection.ts';

/** Throws unless everything that was acknowledged is present. `where` a loss can be accepted, the message says how. */
export const refuseLoss = (directory: string, { words, rest }: Loss): never => {
  if (rest === 'nothing') throw new StoreUnavailable(`${words}: ${describeWayBack(directory)}, or start with a new folder`);
  throw new StoreUnavailable(
    `${words}: put the file back, or ${describeWayBack(directory)}; \`slipway serve --accept-loss\` opens what is left`,
  );
};

/** Reads a folder and requires that nothing is missing. Throws StoreUnavailable. The folder must be locked. */
export const requireWholeFolder = (directory: string): Folder => {
  const folder = readFolder(directory);
  const loss = judgeFolder(folder);
  return loss ? refuseLoss(directory, loss) : folder;
};

/** SQLite of this system without locks: the folder is locked, and a file that is only read takes none that keeps others out. */
const withoutLocks = process.platform === 'win32' ? 'win32-none' : 'unix-none';

/**
 * Reads a data file with its log, and changes neither: a writable connection would move the log into the data file when it is closed.
 * Undefined if there is a rollback journal, which has to be applied first.
 */
export const readUnchanged = <T>(directory: string, work: (connection: SqliteConnection) => T): T | undefined => {
  const file = dataFilePath(directory);
  if (existsSync(`${file}-journal`)) return undefined;
  const connection = openConnection(`${pathToFileURL(file).href}?mode=ro&vfs=${withoutLocks}`, directory);
  try {
    connection.execute('pragma locking_mode = exclusive');
    return work(connection);
  } finally {
    connection.close();
  }
};

/** Throws StoreUnavailable where the structure of the data file is damaged. It reads each page once: a cache of all would take longer. */
export const requireSoundStore = (connection: SqliteConnection, directory: string): void => {
  connection.execute('pragma cache_size = 100');
  requireStoreTables(connection, directory);
  requireSoundFile(connection, directory, 'quick_check');
};
