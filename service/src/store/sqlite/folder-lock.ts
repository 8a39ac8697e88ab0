import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailable } from '../failures.ts';
import { describeLock } from './directory.ts';
import { openConnection, readSqliteCode } from './sqlite-connection.ts';

/** Lets go of a folder. */
export type ReleaseFolder = () => void;

/** A process that is just leaving gets this long (milliseconds) to let go of the folder. */
const lockTimeout = 1000;

/**
 * Locks a folder before anything in it is read, because a write in progress by another process would look like damage. The lock is that of
 * an empty database, and ends with the process. `mayCreate`: whether the lock file may be created; if it is missing, no process has the
 * folder open.
 */
export const lockFolder = (directory: string, mayCreate: boolean): ReleaseFolder => {
  const file = join(directory, 'slipway.lock');
  if (!mayCreate && !existsSync(file)) return () => {};
  const connection = openConnection(file, directory);
  try {
    connection.execute(`pragma busy_timeout = ${lockTimeout}; begin exclusive`);
  } catch (error) {
    connection.close();
    if (readSqliteCode(error) === 'SQLITE_BUSY') throw new StoreUnavailable(describeLock(directory), { cause: error });
    throw error;
  }
  return () => {
    connection.execute('rollback');
    connection.close();
  };
};
