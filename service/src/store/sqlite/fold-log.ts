import type { SqliteConnection } from './sqlite-connection.ts';
import { numberLog } from './checkpoints.ts';
import type { StoreFiles } from './store-files.ts';

/**
 * Moves all of the log into the data file, and begins another one, with nothing of the former behind it. Waits for the disk in this thread:
 * at a start, or when secrets of an earlier release were sealed.
 */
export const foldLog = (connection: Pick<SqliteConnection, 'execute'>, files: StoreFiles): void => {
  numberLog(connection, files);
  connection.execute('pragma wal_checkpoint(passive)');
  files.sumAll();
  // SQLite begins the log anew with the next write. Whoever opens a log that has the torn end of another one could not tell the two apart.
  connection.execute(`pragma user_version = ${files.nextNumber() + 1}`);
  files.markBeginning();
  files.cutLog();
};
