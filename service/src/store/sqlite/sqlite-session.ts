import type { SqlSession } from '../sql-dialect.ts';
import type { SqlRow } from '../sql-row.ts';
import type { UnitSession } from '../group-commit.ts';
import { readSqliteCode, type SqliteConnection } from './sqlite-connection.ts';
import { createEvidenceRecord } from './read-evidence.ts';
import type { CountsFromLog } from './counts-from-log.ts';
import type { RowCache } from './row-cache.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { LateRows } from './late-rows.ts';
import { takeTurn } from './take-turn.ts';

const toUndefinedIfDuplicate = (error: unknown): undefined => {
  if (readSqliteCode(error) !== 'SQLITE_CONSTRAINT_UNIQUE') throw error;
};

/** What a session that writes has besides. A session that only reads has none of it. */
interface SessionWrites {
  readonly checkpoints?: Checkpoints | undefined;
  /** Absent where each entry of the audit trail is a statement. */
  readonly auditRows?: LateRows;
}

export interface SqliteSession extends UnitSession {
  /** Whether a statement changed anything, or may have. */
  hasWritten(): boolean;
}

/** Whether a statement changed nothing: it reads, or it returns the rows that it changed, and there are none. */
const changedNothing = (sql: string, rows: readonly SqlRow[]): boolean =>
  sql.startsWith('select ') || (rows.length === 0 && sql.includes(' returning '));

/** Wraps the counts so that each use calls `note`. */
const watchCounts = ({ count, estimate, pick }: CountsFromLog, note: () => void): CountsFromLog => ({
  count(question) {
    note();
    return count(question);
  },
  // An estimate only decides how a list is read.
  estimate,
  pick(question, part) {
    note();
    return pick(question, part);
  },
});

/** Runs statements one by one, by way of the cache. */
const createRunner = (cache: RowCache, { checkpoints, auditRows }: SessionWrites) => {
  let hasWritten = false;
  // Only a session that does not write has evidence of what it read.
  const evidence = checkpoints ? undefined : createEvidenceRecord(cache);
  return {
    listEvidence: evidence?.list,
    counts: watchCounts(cache.counts, () => evidence?.addUnkept()),
    run(sql: string, values: readonly unknown[]): readonly SqlRow[] {
      checkpoints?.count(sql, values);
      if (auditRows?.writeBefore(sql)) hasWritten = true;
      const found = cache.query(sql, values);
      hasWritten ||= !changedNothing(sql, found);
      evidence?.add(sql, values, found);
      return found;
    },
    hasWritten: (): boolean => hasWritten,
  };
};

type Answer = <T>(ask: () => T) => Promise<T>;

const createCounts = (answer: Answer, counts: CountsFromLog): Required<Pick<SqlSession, 'count' | 'estimate' | 'pick'>> => ({
  count: (question) => answer(() => counts.count(question)),
  estimate: (question) => answer(() => counts.estimate(question)),
  pick: (question, part) => answer(() => counts.pick(question, part)),
});

export const createSqliteSession = (connection: SqliteConnection, cache: RowCache, writes: SessionWrites = {}): SqliteSession => {
  const { checkpoints, auditRows } = writes;
  const { run, counts, hasWritten, listEvidence } = createRunner(cache, writes);
  let broken: unknown;
  let over = false;
  const requireOpen = (): void => {
    if (over) throw new Error('this unit of work has ended: await everything inside it');
    if (broken !== undefined) throw broken;
  };
  const answer = async <T>(ask: () => T): Promise<T> => {
    requireOpen();
    let found: T;
    try {
      found = ask();
    } catch (error) {
      // SQLite rolled back by itself. Another statement would now run in its own transaction.
      if (checkpoints && !connection.isInTransaction()) broken = error;
      throw error;
    }
    // After the statement: statements side by side are run in the order in which they were given.
    const turn = takeTurn();
    if (turn) await turn;
    return found;
  };
  const rows: SqlSession['query'] = (sql, values) => answer(() => run(sql, values));
  const addAuditRow: SqlSession['addAuditRow'] = (values) => {
    requireOpen();
    auditRows!.add(values);
  };
  return {
    query: rows,
    ...createCounts(answer, counts),
    listEvidence,
    addAuditRow: auditRows && addAuditRow,
    queryUnlessDuplicate: (sql, values) => rows(sql, values).catch(toUndefinedIfDuplicate),
    failure: () => broken,
    hasWritten,
    end() {
      over = true;
    },
  };
};
