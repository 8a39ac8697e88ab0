import { auditColumns } from '../audit-trail/tables.ts';
import type { SqlSession } from '../sql-dialect.ts';
import type { SqlRow } from '../sql-row.ts';
import type { CommitGroup, UnitSession } from '../group-commit.ts';
import { readSqliteCode, type SqliteConnection } from './sqlite-connection.ts';
import type { RowCache } from './row-cache.ts';
import type { Checkpoints } from './checkpoints.ts';
import { createLateRows, describeLateTable, type LateRows } from './late-rows.ts';
import { takeTurn } from './take-turn.ts';

const toUndefinedIfDuplicate = (error: unknown): undefined => {
  if (readSqliteCode(error) !== 'SQLITE_CONSTRAINT_UNIQUE') throw error;
};

/** Of a session that only reads: nothing. */
interface SessionWrites {
  readonly checkpoints?: Checkpoints | undefined;
  /** Absent where each entry of the audit trail is a statement. */
  readonly auditRows?: LateRows;
}

export const createSqliteSession = (
  connection: SqliteConnection,
  cache: RowCache,
  { checkpoints, auditRows }: SessionWrites = {},
): UnitSession => {
  let broken: unknown;
  let over = false;
  const requireOpen = (): void => {
    if (over) throw new Error('this unit of work has ended: await everything inside it');
    if (broken !== undefined) throw broken;
  };
  const rows: SqlSession['query'] = async (sql, values) => {
    requireOpen();
    let found: readonly SqlRow[];
    checkpoints?.count(sql, values);
    try {
      auditRows?.writeBefore(sql);
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
  const addAuditRow: SqlSession['addAuditRow'] = (values) => {
    requireOpen();
    auditRows!.add(values);
  };
  return {
    query: rows,
    addAuditRow: auditRows && addAuditRow,
    queryUnlessDuplicate: (sql, values) => rows(sql, values).catch(toUndefinedIfDuplicate),
    failure: () => broken,
    end() {
      over = true;
    },
  };
};

const auditTable = describeLateTable('audit_events', auditColumns);

const beginGroup = (connection: SqliteConnection, cache: RowCache, checkpoints: Checkpoints, written: () => void): CommitGroup => {
  connection.execute('begin immediate');
  const auditRows = createLateRows(connection, auditTable);
  return {
    async beginUnit() {
      connection.execute('savepoint unit');
      return createSqliteSession(connection, cache, { checkpoints, auditRows });
    },
    async releaseUnit() {
      connection.execute('release unit');
      auditRows.release();
    },
    async rollbackUnit() {
      cache.clear();
      auditRows.undo();
      if (!connection.isInTransaction()) return false;
      connection.execute('rollback to unit; release unit');
      return true;
    },
    async commit() {
      auditRows.write();
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
