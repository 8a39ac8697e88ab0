import { setImmediate as nextTurn } from 'node:timers/promises';
import { StorageFull, StoreUnavailable } from '../failures.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { StoreFiles } from './store-files.ts';

/**
 * Bytes of the log, as estimated here, after which it is moved into the data file. Writes wait for that, and the more is moved at once, the
 * longer. A page that changes again and again is moved once: a create writes 19.6 KB with 16 MB, 20.7 with 8, 22.3 with 4. A start after
 * a kill reads the log.
 */
const dueBytes = 8 * 1024 * 1024;
/** Estimated size in bytes of the pages that a statement changes in the table and its indexes, besides its values. */
const statementBytes = 12 * 1024;

/** When the log is moved into the data file: after a commit, and not in its turn of the event loop, as SQLite itself would do it. */
export interface Checkpoints {
  /** A statement that may write. */
  count(sql: string, values: readonly unknown[]): void;
  isDue(): boolean;
  /** Whether the log has something that was not moved. */
  isPending(): boolean;
  /** To be called after a commit. Writes must wait until it resolves. */
  run(): Promise<void>;
  /**
   * Resolves when what was moved is on the disk. Until then nothing may be written to the log, not even a commit: SQLite starts the log
   * anew once it was moved. Throws StoreUnavailable if the disk refused.
   */
  settled(): Promise<void>;
}

/** SQLite would wait for both files, in this thread. */
const moveLog = (connection: Pick<SqliteConnection, 'execute'>): void => {
  connection.execute('pragma synchronous = off');
  try {
    connection.execute('pragma wal_checkpoint(passive)');
  } finally {
    connection.execute('pragma synchronous = normal');
  }
};

/** Numbers the log: the data file then shows which logs were moved into it, even if the log is incomplete (docs/decisions/0148). */
export const numberLog = (connection: Pick<SqliteConnection, 'execute'>, files: Pick<StoreFiles, 'nextNumber' | 'doubt'>): void => {
  try {
    connection.execute(`pragma user_version = ${files.nextNumber()}`);
  } catch (error) {
    files.doubt();
    throw error;
  }
};

/** `files` is absent for a store in memory. */
export const createCheckpoints = (
  connection: Pick<SqliteConnection, 'execute'>,
  files?: Pick<StoreFiles, 'syncLog' | 'syncData' | 'sumMoved' | 'nextNumber' | 'doubt'>,
): Checkpoints => {
  let written = 0;
  let moved: Promise<void> | undefined;
  /** A transaction may begin meanwhile: what it changes stays in memory until its commit, however much it is. */
  const syncMoved = async (): Promise<void> => {
    connection.execute('pragma cache_spill = off');
    await Promise.all([files?.syncData(), files?.sumMoved()]);
    connection.execute('pragma cache_spill = on');
    moved = undefined;
  };
  return {
    count(sql, values) {
      if (sql.startsWith('select ')) return;
      written += statementBytes;
      for (const value of values) if (typeof value === 'string') written += value.length;
    },
    isDue: () => written >= dueBytes,
    isPending: () => written > 0,
    async run() {
      await nextTurn();
      try {
        await moved;
        if (files) numberLog(connection, files);
        // Each commit is on the disk, but what was written between groups may not be.
        await files?.syncLog();
        moveLog(connection);
        written = 0;
        moved = syncMoved();
        // The error is reported to the next commit.
        moved.catch(() => {});
      } catch (error) {
        // The committed data stays in the log, and the next commit tries again. After a refusal of the disk there is no next one.
        if (!(error instanceof StorageFull) && !(error instanceof StoreUnavailable)) throw error;
      }
    },
    settled: async () => moved,
  };
};
