import { StorageFull, StoreUnavailable } from '../failures.ts';
import { groupCommit } from '../group-commit.ts';
import { retrying } from '../retry.ts';
import { statements } from '../statements.ts';
import { Stale, type Store } from '../store.ts';
import { transactionOf } from '../transaction.ts';
import { viewOf } from '../view.ts';
import { wholeTables } from '../whole/whole.ts';
import { codeOf, connect, type Connection } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { forgetHolder, lockedMessage, noteHolder, prepareDirectory } from './directory.ts';
import { migrate } from './migrate.ts';
import { recent } from './recent.ts';
import { groupOf, sessionOf } from './session.ts';
import { turns } from './turns.ts';

export type SqliteTarget = { readonly directory: string } | { readonly memory: true };

const prepared = statements(sqliteDialect.db);

/** A process that is just leaving gets this long (milliseconds) to let go of the directory. */
const lockPatience = 1000;

/** Kept statements hold the handle open until they are collected: leaving the log's mode lets go of the lock now. */
const leaveDirectory = (connection: Connection, directory: string): void => {
  forgetHolder(directory);
  try {
    for (const step of ['pragma journal_mode = delete', 'pragma locking_mode = normal', 'select 1 from sqlite_schema']) connection.run(step);
  } catch (error) {
    // No room to move the log into the data file: it stays beside it, complete, and the next start finds it.
    if (!(error instanceof StorageFull)) throw error;
  }
};

const openDirectory = (directory: string): Connection => {
  const connection = connect(prepareDirectory(directory), directory);
  let locked = false;
  try {
    connection.run(`pragma busy_timeout = ${lockPatience}`);
    // One process owns the directory: its index of the log then lives in memory, and a second process finds the lock.
    connection.run('pragma locking_mode = exclusive');
    connection.run('pragma journal_mode = wal');
    connection.run('pragma synchronous = full');
    connection.run('begin immediate; commit');
    locked = true;
    migrate(connection, `the data directory ${directory}`);
    noteHolder(directory);
    return connection;
  } catch (error) {
    if (locked) leaveDirectory(connection, directory);
    connection.close();
    if (codeOf(error) === 'SQLITE_BUSY') throw new StoreUnavailable(lockedMessage(directory), { cause: error });
    throw error;
  }
};

const openMemory = (): Connection => {
  const connection = connect(':memory:', 'memory');
  migrate(connection, 'memory');
  return connection;
};

/**
 * The embedded store: one process, one connection. Throws StoreUnavailable (locked by another process, newer schema, not a
 * directory, no permission) or StorageFull.
 */
export const openSqlite = (target: SqliteTarget): Store => {
  const connection = 'memory' in target ? openMemory() : openDirectory(target.directory);
  const turn = turns();
  const known = recent(prepared);
  const writes = groupCommit(groupOf(connection, known), turn);
  let closed: Promise<void> | undefined;
  const open = (): void => { if (closed) throw new StoreUnavailable('the store is closed'); };

  return {
    async read(work) {
      open();
      return turn.read(async () => {
        const session = sessionOf(connection, known, false);
        try { return await work(viewOf(sqliteDialect, prepared, session)); } finally { session.end(); }
      });
    },
    async write(work) {
      open();
      return retrying({ tries: 5, pause: () => 0, again: (error) => error instanceof Stale },
        () => writes.write((session) => work(transactionOf(sqliteDialect, prepared, session))));
    },
    async clear() {
      open();
      await writes.write(async (session) => {
        for (const table of wholeTables) await session.rows(`delete from ${table}`, []);
      });
    },
    close: () => closed ??= (async () => {
      do await new Promise(setImmediate); while (writes.busy() || turn.taken());
      if ('directory' in target) leaveDirectory(connection, target.directory);
      connection.close();
    })(),
  };
};
