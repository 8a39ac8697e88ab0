import type { SqlSession } from '../sql-dialect.ts';
import type { SqlRow } from '../sql-row.ts';
import type { CommitGroup, UnitSession } from '../group-commit.ts';
import { indexNamesSql } from '../names/index-names.ts';
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

const beginGroup = (connection: SqliteConnection, cache: RowCache, checkpoints: Checkpoints, indexesNames: boolean): CommitGroup => {
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
      if (indexesNames) connection.execute(indexNamesSql);
      connection.execute('commit');
      await checkpoints.runWhenDue();
    },
    async rollback() {
      cache.clear();
      if (connection.isInTransaction()) connection.execute('rollback');
      return true;
    },
  };
};

/** After so many groups the names of new records are indexed. */
const groupsPerIndexing = 32;

export const createSqliteGroups = (connection: SqliteConnection, cache: RowCache, checkpoints: Checkpoints) => {
  let groups = 0;
  return async (): Promise<CommitGroup> => {
    groups += 1;
    return beginGroup(connection, cache, checkpoints, groups % groupsPerIndexing === 0);
  };
};
