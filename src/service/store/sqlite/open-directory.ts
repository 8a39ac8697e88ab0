import { StorageFull, StoreUnavailable } from '../failures.ts';
import { createDataKey, type DataKey, openDataKeys } from '../sealing/data-keys.ts';
import { type MasterKeySource, resolveMasterKey } from '../sealing/master-key.ts';
import { keyRows, writeDataKeys } from '../sealing/store-keys.ts';
import { noteCleanEnd, wasLeftWhole } from './clean-end.ts';
import { defaultKeyPath, requireSoundFile, writeMarker } from './data-file.ts';
import { describeLock, prepareDirectory, removePidFile, writePidFile } from './directory.ts';
import { migrateSqlite } from './migrate-sqlite.ts';
import { openConnection, readSqliteCode, type SqliteConnection } from './sqlite-connection.ts';
import type { StatementObserver } from '../statement-metrics.ts';
import { openStoreFiles, type StoreFiles, type SyncDescriptor } from './store-files.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

interface DirectoryTarget {
  readonly directory: string;
  readonly masterKey?: MasterKeySource;
  /** What awaits the disk; fdatasync unless given. */
  readonly sync?: SyncDescriptor;
}
export type SqliteTarget = (DirectoryTarget | { readonly memory: true }) & {
  readonly observeStatement?: StatementObserver | undefined;
};

/** A process that is just leaving gets this long (milliseconds) to let go of the directory. */
const lockTimeout = 1000;

export interface OpenedDatabase {
  readonly connection: SqliteConnection;
  readonly masterKey: Buffer;
  readonly keys: readonly DataKey[];
  /** Absent in memory. */
  readonly files?: StoreFiles;
}
/** Kept statements hold the handle open until they are collected: leaving the log's mode lets go of the lock now. */
const releaseDirectory = (connection: SqliteConnection, directory: string): void => {
  removePidFile(directory);
  try {
    for (const step of [
      'pragma synchronous = full',
      'pragma journal_mode = delete',
      'pragma locking_mode = normal',
      'select 1 from sqlite_schema',
    ])
      connection.execute(step);
  } catch (error) {
    // No room to move the log into the data file: it stays beside it, complete, and the next start finds it.
    if (!(error instanceof StorageFull)) throw error;
  }
};

/** At most, and only of what is read: a small store takes little of it. */
const cacheKilobytes = 65_536;

export const openDirectory = (target: Extract<SqliteTarget, { directory: string }>): OpenedDatabase => {
  const { directory } = target;
  const connection = openConnection(prepareDirectory(directory), directory);
  let locked = false;
  try {
    connection.execute(`pragma busy_timeout = ${lockTimeout}`);
    // One process owns the directory: its index of the log then lives in memory, and a second process finds the lock.
    connection.execute('pragma locking_mode = exclusive');
    // Before anything is written. It reads the whole file, each page once: a cache of all its pages would take a third of the time.
    connection.execute('pragma cache_size = 100');
    if (!wasLeftWhole(connection, directory)) requireSoundFile(connection, directory, 'quick_check');
    // Of indexes and rows that are read often, as many as 100,000 workspaces have; SQLite's own 2 MB hold an index of 30,000.
    connection.execute(`pragma cache_size = -${cacheKilobytes}`);
    connection.execute('pragma journal_mode = wal');
    connection.execute('pragma synchronous = full');
    // The log is moved into the data file in a turn of its own: checkpoints.ts.
    connection.execute('pragma wal_autocheckpoint = 0');
    // Deleted content is overwritten.
    connection.execute('pragma secure_delete = on');
    connection.execute('begin immediate; commit');
    locked = true;
    migrateSqlite(connection, `the data directory ${directory}`);
    const keys = openKeys(connection, target);
    writeMarker(directory);
    writePidFile(directory);
    // A commit is on the disk when the log is synced, which is awaited elsewhere: store-files.ts.
    connection.execute('pragma synchronous = normal');
    return { connection, ...keys, files: openStoreFiles(directory, target.sync) };
  } catch (error) {
    if (locked) releaseDirectory(connection, directory);
    connection.close();
    if (readSqliteCode(error) === 'SQLITE_BUSY') throw new StoreUnavailable(describeLock(directory), { cause: error });
    throw error;
  }
};

/** The keys of the store; they are created with it. */
const openKeys = (
  connection: SqliteConnection,
  { directory, masterKey: source }: Extract<SqliteTarget, { directory: string }>,
): Omit<OpenedDatabase, 'connection'> => {
  const where = `the data directory ${directory}`;
  const stored = connection.query(`select value from meta where key = '${keyRows.dataKeys}'`)[0]?.value as string | undefined;
  const masterKey = resolveMasterKey(source, defaultKeyPath(directory), stored === undefined, where);
  if (stored !== undefined) return { masterKey, keys: openDataKeys(masterKey, stored, where) };
  const keys = [createDataKey()];
  for (const statement of writeDataKeys(sqliteDialect, masterKey, keys)) connection.execute(statement);
  return { masterKey, keys };
};

/** Closes what was opened. Whether the file is whole is left to the next start where the disk has refused something. */
export const closeDatabase = ({ connection, files }: Pick<OpenedDatabase, 'connection' | 'files'>, target: SqliteTarget): void => {
  files?.closeLog();
  if ('directory' in target) releaseDirectory(connection, target.directory);
  connection.close();
  files?.closeData();
  if ('directory' in target && files?.isDurable()) noteCleanEnd(target.directory);
};

export const openMemory = (): OpenedDatabase => {
  const connection = openConnection(':memory:', 'memory');
  migrateSqlite(connection, 'memory');
  return { connection, masterKey: createDataKey().key, keys: [createDataKey()] };
};
