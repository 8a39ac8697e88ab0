import { setImmediate as nextTurn } from 'node:timers/promises';
import { StorageFull, StoreUnavailable } from '../failures.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/**
 * Bytes of the log, as estimated here, after which it is moved into the data file. A page that changes again and again is moved once: with
 * 16 MB a create takes 0.93 of the processor time that it takes with 4, and half of the p99; 32 and 48 MB bring no more (docs/bench).
 * A start after a kill reads the log.
 */
const dueBytes = 16 * 1024 * 1024;
/** Bytes of pages that a statement changes beside its values: of the table and of its indexes. */
const statementBytes = 12 * 1024;

/** When the log is moved into the data file: after a commit, and not in its turn of the event loop, as SQLite itself would do it. */
export interface Checkpoints {
  /** A statement that may write. */
  count(sql: string, values: readonly unknown[]): void;
  /** To be called after a commit, while nobody else writes. */
  runWhenDue(): Promise<void>;
}

export const createCheckpoints = (connection: SqliteConnection): Checkpoints => {
  let written = 0;
  return {
    count(sql, values) {
      if (sql.startsWith('select ')) return;
      written += statementBytes;
      for (const value of values) if (typeof value === 'string') written += value.length;
    },
    async runWhenDue() {
      if (written < dueBytes) return;
      await nextTurn();
      try {
        connection.execute('pragma wal_checkpoint(passive)');
        written = 0;
      } catch (error) {
        // What was committed is in the log, and stays there: the next commit tries again.
        if (!(error instanceof StorageFull) && !(error instanceof StoreUnavailable)) throw error;
      }
    },
  };
};
