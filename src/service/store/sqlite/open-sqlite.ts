import { StorageFull, StoreUnavailable } from '../failures.ts';
import { createGroupCommit } from '../group-commit.ts';
import { type RetryPolicy, withRetries } from '../retry.ts';
import type { SqlSession } from '../sql-dialect.ts';
import { prepareStatements } from '../prepared-statements.ts';
import { StaleRecord, type Store } from '../store.ts';
import { createTransaction } from '../transaction.ts';
import { createReadTransaction } from '../read-transaction.ts';
import { archivedTables } from '../archive/archive.ts';
import { readSqliteCode, openConnection, type SqliteConnection } from './sqlite-connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { removePidFile, describeLock, writePidFile, prepareDirectory } from './directory.ts';
import { migrateSqlite } from './migrate-sqlite.ts';
import { createRowCache } from './row-cache.ts';
import { createSqliteGroups, createSqliteSession } from './sqlite-session.ts';
import { createReadWriteLock } from './read-write-lock.ts';

export type SqliteTarget = { readonly directory: string } | { readonly memory: true };

const preparedStatements = prepareStatements(sqliteDialect.db);

/** A process that is just leaving gets this long (milliseconds) to let go of the directory. */
const lockTimeout = 1000;

/** Kept statements hold the handle open until they are collected: leaving the log's mode lets go of the lock now. */
const releaseDirectory = (connection: SqliteConnection, directory: string): void => {
  removePidFile(directory);
  try {
    for (const step of ['pragma journal_mode = delete', 'pragma locking_mode = normal', 'select 1 from sqlite_schema'])
      connection.execute(step);
  } catch (error) {
    // No room to move the log into the data file: it stays beside it, complete, and the next start finds it.
    if (!(error instanceof StorageFull)) throw error;
  }
};

const openDirectory = (directory: string): SqliteConnection => {
  const connection = openConnection(prepareDirectory(directory), directory);
  let locked = false;
  try {
    connection.execute(`pragma busy_timeout = ${lockTimeout}`);
    // One process owns the directory: its index of the log then lives in memory, and a second process finds the lock.
    connection.execute('pragma locking_mode = exclusive');
    connection.execute('pragma journal_mode = wal');
    connection.execute('pragma synchronous = full');
    connection.execute('begin immediate; commit');
    locked = true;
    migrateSqlite(connection, `the data directory ${directory}`);
    writePidFile(directory);
    return connection;
  } catch (error) {
    if (locked) releaseDirectory(connection, directory);
    connection.close();
    if (readSqliteCode(error) === 'SQLITE_BUSY') throw new StoreUnavailable(describeLock(directory), { cause: error });
    throw error;
  }
};

const openMemory = (): SqliteConnection => {
  const connection = openConnection(':memory:', 'memory');
  migrateSqlite(connection, 'memory');
  return connection;
};

const retryPolicy: RetryPolicy = { attempts: 5, maxDelay: () => 0, isRetryable: (error) => error instanceof StaleRecord };

const deleteRows = async (session: SqlSession): Promise<void> => {
  for (const table of archivedTables) await session.query(`delete from ${table}`, []);
};

/**
 * The embedded store: one process, one connection. Throws StoreUnavailable (locked by another process, newer schema, not a
 * directory, no permission) or StorageFull.
 */
export const openSqlite = (target: SqliteTarget): Store => {
  const connection = 'memory' in target ? openMemory() : openDirectory(target.directory);
  const lock = createReadWriteLock();
  const cache = createRowCache(preparedStatements);
  const writes = createGroupCommit(createSqliteGroups(connection, cache), lock);
  let closed: Promise<void> | undefined;
  const requireOpen = (): void => {
    if (closed) throw new StoreUnavailable('the store is closed');
  };
  const close = async (): Promise<void> => {
    do await new Promise(setImmediate);
    while (writes.busy() || lock.isBusy());
    if ('directory' in target) releaseDirectory(connection, target.directory);
    connection.close();
  };
  return {
    async read(work) {
      requireOpen();
      return lock.read(async () => {
        const session = createSqliteSession(connection, cache, false);
        try {
          return await work(createReadTransaction(sqliteDialect, preparedStatements, session));
        } finally {
          session.end();
        }
      });
    },
    async write(work) {
      requireOpen();
      return withRetries(retryPolicy, () => writes.write((session) => work(createTransaction(sqliteDialect, preparedStatements, session))));
    },
    async clear() {
      requireOpen();
      await writes.write(deleteRows);
    },
    close: () => (closed ??= close()),
  };
};
