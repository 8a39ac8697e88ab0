import type { SqlSession } from '../sql-dialect.ts';
import type { SqlRow } from '../sql-row.ts';
import type { CommitGroup, UnitSession } from '../group-commit.ts';
import { readSqliteCode, type SqliteConnection } from './sqlite-connection.ts';
import type { RowCache } from './row-cache.ts';
import type { Checkpoints } from './checkpoints.ts';
import { takeTurn } from './take-turn.ts';

/** `checkpoints`: of a session that writes. */
export const createSqliteSession = (connection: SqliteConnection, cache: RowCache, checkpoints?: Checkpoints): UnitSession => {
  let broken: unknown;
  let over = false;
  const rows: SqlSession['query'] = async (sql, values) => {
    if (over) throw new Error('this unit of work has ended: await everything inside it');
    if (broken !== undefined) throw broken;
    let found: readonly SqlRow[];
    checkpoints?.count(sql, values);
    try {
      found = cache.query(sql, values, () => connection.query(sql, values));
    } catch (error) {
      // SQLite rolled back by itself. Another statement now would be a transaction of its own.
      if (checkpoints && !connection.isInTransaction()) broken = error;
      throw error;
    }
    // After the statement: statements side by side are run in the order in which they were given.
    const turn = takeTurn();
    if (turn) await turn;
    return found;
  };
  return {
    query: rows,
    async queryUnlessDuplicate(sql, values) {
      try {
        return await rows(sql, values);
      } catch (error) {
        if (readSqliteCode(error) === 'SQLITE_CONSTRAINT_UNIQUE') return undefined;
        throw error;
      }
    },
    failure: () => broken,
    end() {
      over = true;
    },
  };
};

const beginGroup = (connection: SqliteConnection, cache: RowCache, checkpoints: Checkpoints, written: () => void): CommitGroup => {
  connection.execute('begin immediate');
  return {
    async beginUnit() {
      connection.execute('savepoint unit');
      return createSqliteSession(connection, cache, checkpoints);
    },
    async releaseUnit() {
      connection.execute('release unit');
    },
    async rollbackUnit() {
      cache.clear();
      if (!connection.isInTransaction()) return false;
      connection.execute('rollback to unit; release unit');
      return true;
    },
    async commit() {
      connection.execute('commit');
      written();
      await checkpoints.runWhenDue();
    },
    async rollback() {
      cache.clear();
      if (connection.isInTransaction()) connection.execute('rollback');
      return true;
    },
  };
};

/** `written` is called after each commit. */
export const createSqliteGroups =
  (connection: SqliteConnection, cache: RowCache, checkpoints: Checkpoints, written: () => void) => async (): Promise<CommitGroup> =>
    beginGroup(connection, cache, checkpoints, written);
