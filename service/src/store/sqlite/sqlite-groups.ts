import { auditColumns } from '../audit-trail/tables.ts';
import type { Begin, CommitGroup } from '../group-commit.ts';
import type { Checkpoints } from './checkpoints.ts';
import { createLateRows, describeLateTable } from './late-rows.ts';
import type { RowCache } from './row-cache.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { createSqliteSession, type SqliteSession } from './sqlite-session.ts';
import type { StoreFiles } from './store-files.ts';

const auditTable = describeLateTable('audit_events', auditColumns);

/** The parts of a store that a group uses. */
interface GroupParts {
  readonly connection: SqliteConnection;
  readonly cache: RowCache;
  readonly checkpoints: Checkpoints;
  /** Absent for a store in memory. */
  readonly files: StoreFiles | undefined;
  /** Is called after each commit. */
  readonly written: () => void;
}

type Units = Pick<CommitGroup, 'beginUnit' | 'releaseUnit' | 'rollbackUnit' | 'mustRepeat'>;
type AuditRows = ReturnType<typeof createLateRows>;

/** Each is a savepoint, and is undone by itself. */
const createSavepoints = ({ connection, cache, checkpoints }: GroupParts, auditRows: AuditRows): Units => ({
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
});

/**
 * Runs units without savepoints, which took an eighth of a create: SQLite copies each page that a unit is the first to change. A unit that
 * fails has usually changed nothing, or was the first to change something, and then the transaction is restarted. Otherwise the whole group
 * is undone and its units run again, with savepoints.
 */
const createPlainUnits = ({ connection, cache, checkpoints }: GroupParts, auditRows: AuditRows): Units => {
  let unit: SqliteSession;
  let holdsUnits = false;
  let mustRepeat = false;
  return {
    async beginUnit() {
      unit = createSqliteSession(connection, cache, { checkpoints, auditRows });
      return unit;
    },
    async releaseUnit() {
      auditRows.release();
      holdsUnits ||= unit.hasWritten();
    },
    async rollbackUnit() {
      auditRows.undo();
      if (!connection.isInTransaction()) return false;
      if (!unit.hasWritten()) return true;
      cache.clear();
      mustRepeat = holdsUnits;
      if (!mustRepeat) connection.execute('rollback; begin immediate');
      return !mustRepeat;
    },
    mustRepeat: () => mustRepeat,
  };
};

const commitNow = (connection: SqliteConnection, files: StoreFiles | undefined): void => {
  try {
    connection.execute('commit');
  } catch (error) {
    files?.doubt();
    throw error;
  }
};

export const createSqliteGroups =
  (parts: GroupParts): Begin =>
  async ({ careful }) => {
    const { connection, cache, checkpoints, files, written } = parts;
    files?.requireDurable();
    connection.execute('begin immediate');
    const auditRows = createLateRows(connection, auditTable);
    let isCommitted = false;
    const { beginUnit, releaseUnit, rollbackUnit, mustRepeat } = (careful ? createSavepoints : createPlainUnits)(parts, auditRows);
    return {
      beginUnit,
      releaseUnit,
      rollbackUnit,
      mustRepeat,
      async commit() {
        auditRows.write();
        await checkpoints.settled();
        commitNow(connection, files);
        isCommitted = true;
        await files?.syncLog();
        written();
      },
      async rollback() {
        cache.clear();
        if (connection.isInTransaction()) connection.execute('rollback');
        return !isCommitted;
      },
    };
  };
