import type { SqliteConnection } from './sqlite-connection.ts';
import { numberLog } from './checkpoints.ts';
import type { StoreFiles } from './store-files.ts';

/**
 * Moves the whole log into the data file, and starts another one without remains of the former. It blocks this thread until the disk has
 * written: for a start, and after secrets of an earlier release were sealed.
 */
export const foldLog = (connection: Pick<SqliteConnection, 'execute'>, files: StoreFiles): void => {
  numberLog(connection, files);
  connection.execute('pragma wal_checkpoint(passive)');
  files.sumAll();
  // SQLite starts the log anew with the next write. The torn end of a former log could otherwise not be told from a torn end of this
  // one.
  connection.execute(`pragma user_version = ${files.nextNumber() + 1}`);
  files.markBeginning();
  files.cutLog();
};
