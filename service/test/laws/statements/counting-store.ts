import { setImmediate as nextTurn } from 'node:timers/promises';
import { prepareCompanions } from '../../../src/store/companions.ts';
import { prepareStatements } from '../../../src/store/prepared-statements.ts';
import { createReadTransaction } from '../../../src/store/read-transaction.ts';
import { withoutRepeatedReads } from '../../../src/store/repeated-reads.ts';
import { createSealer } from '../../../src/store/sealing/sealer.ts';
import { createChangedRecords } from '../../../src/store/changes/changed-records.ts';
import type { LateWrites } from '../../../src/store/late-writes.ts';
import { createPendingWrites } from '../../../src/store/postgres/pending-writes.ts';
import { createNewRecords, createUnitWrites } from '../../../src/store/postgres/unit-writes.ts';
import type { RowCache } from '../../../src/store/sqlite/row-cache.ts';
import type { SqliteConnection } from '../../../src/store/sqlite/sqlite-connection.ts';
import type { CountQuestion, SqlSession } from '../../../src/store/sql-dialect.ts';
import { openMemory } from '../../../src/store/sqlite/open-directory.ts';
import { sqliteDialect } from '../../../src/store/sqlite/sqlite-dialect.ts';
import { createCheckpoints } from '../../../src/store/sqlite/checkpoints.ts';
import { deleteNow } from './delete-now.ts';
import { createSqliteSession } from '../../../src/store/sqlite/sqlite-session.ts';
import { StaleRecord, type Store } from '../../../src/store/store.ts';
import { createTransaction } from '../../../src/store/transaction.ts';
import { noteWrites, type WrittenBytes } from './note-writes.ts';

/** What was sent to the database. */
export interface StatementCount extends WrittenBytes {
  statements: number;
  /** A statement that is sent before the answers to those before it are there costs no round trip of its own. */
  roundTrips: number;
  /** That were answered. */
  rows: number;
}
export interface CountingStore {
  readonly store: Store;
  /** Counts what the work sends; what its writes change is undone, so that the next work finds the same world. */
  measure<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly count: StatementCount }>;
}

/** Deletes all at once, as a database does that is no part of the process. */
const dialect = { ...sqliteDialect, worksInProcess: false };
const prepared = prepareStatements(sqliteDialect.db);
const findCompanions = prepareCompanions(sqliteDialect);
const uncached = ({ query }: SqliteConnection): RowCache => {
  const count = ({ sql, parameters }: CountQuestion): number => query(sql, parameters)[0]!.total as number;
  return { query, recall: () => undefined, counts: { count, estimate: count, pick: () => undefined }, clear: () => {} };
};

/** Answers what was sent together one turn of the event loop later, as a connection does whose statements are pipelined. */
const createRounds = (count: () => StatementCount | undefined) => {
  let round: Promise<void> | undefined;
  return (isStatement = true): Promise<void> => {
    const current = count();
    if (current && isStatement) current.statements += 1;
    if (!round) {
      if (current) current.roundTrips += 1;
      round = nextTurn().then(() => (round = undefined));
    }
    return round;
  };
};

/**
 * Writes that PostgreSQL is sent before a statement that may ask about them, one for all of a kind. Here a taken key is found at once,
 * where PostgreSQL finds it later and has the unit run again: what is refused for it is counted too low.
 */
const createLateCount = (connection: SqliteConnection, count: () => StatementCount | undefined) => {
  const pending = createPendingWrites(prepared);
  const news = createNewRecords();
  let last = 0;
  /** Another one each time: records that are inserted side by side get their numbers before the first of them is there. */
  const nextNumber = (): number => {
    const next = connection.query(`select coalesce(max(seq), 0) + 1 as next from sqlite_sequence where name = 'records'`)[0]!['next'];
    return (last = Math.max(last + 1, next as number));
  };
  let hasDeleted = false;
  const send = (): void => {
    hasDeleted ||= pending.deletions.length > 0;
    const sent = pending.takeAll().length;
    const current = count();
    if (current) current.statements += sent;
  };
  const changed = createChangedRecords(prepared);
  const unit = createUnitWrites({ pending, changed, news, nextNumber, isOver: () => false, overflow: send });
  const later: LateWrites = {
    ...unit,
    insertRecord(record) {
      if (!unit.insertRecord(record)) return false;
      const { seq, id, kind, scope, key, name, folded, body } = record;
      const columns = 'seq, id, kind, scope, key, name, folded, body, version';
      const row = connection.query(
        `insert into records (${columns}) values (?, ?, ?, ?, ?, ?, ?, ?, 1) on conflict do nothing returning seq as number`,
        [seq, id, kind, scope, key, name, folded, body],
      );
      if (row.length === 0) pending.records.pop();
      return row.length > 0;
    },
    insertLink(kind, from, to, note) {
      if (!unit.insertLink(kind, from, to, note)) return false;
      connection.query(prepared.link.sql, [kind, from, to, note, from]);
      return true;
    },
    updateRecord(update) {
      unit.updateRecord(update);
      const { id, kind, scope, key, name, folded, body, version } = update;
      if (connection.query(prepared.update.sql, [scope, key, name, folded, body, id, kind, version]).length === 0)
        throw new StaleRecord(id);
    },
    putLink(kind, from, to, note) {
      unit.putLink(kind, from, to, note);
      if (connection.query(prepared.link.sql, [kind, from, to, note, from]).length === 0)
        connection.query(prepared.renote.sql, [note, kind, from, to]);
    },
    deleteLink(kind, from, to) {
      unit.deleteLink(kind, from, to);
      connection.query(prepared.unlink.sql, [kind, from, to]);
    },
    deleteRecords(deletion) {
      unit.deleteRecords(deletion);
      deleteNow(connection, deletion);
    },
  };
  return {
    later,
    /** A commit waits for what deletions found. */
    awaitsDeletions: (): boolean => hasDeleted,
    addAuditRow: unit.addAuditRow,
    /** What is sent before the statement, and with the commit. */
    countBefore(sql: string, values: readonly unknown[]): void {
      const isWrite = !sql.startsWith('select ');
      if (!isWrite && pending.isApart(sql, values)) return;
      send();
      if (isWrite) news.clear();
    },
  };
};

const countSession = (
  session: SqlSession,
  joinRound: () => Promise<void>,
  noteRows: (rows: readonly unknown[] | undefined) => void,
  late?: ReturnType<typeof createLateCount>,
): SqlSession => {
  const counted =
    (name: 'query' | 'queryUnlessDuplicate') =>
    async (...[sql, values, prepared]: Parameters<SqlSession['query']>): Promise<any> => {
      late?.countBefore(sql, values);
      const round = joinRound();
      // What keeps another database from planning a look-up as a join is no SQL of this one.
      const outcome = session[name](sql.replaceAll(/ offset 0\b/g, ''), values, prepared).then(
        (rows: readonly unknown[] | undefined) => () => {
          noteRows(rows);
          return rows;
        },
        (error: unknown) => () => {
          throw error;
        },
      );
      await round;
      return (await outcome)();
    };
  return {
    query: counted('query'),
    queryUnlessDuplicate: counted('queryUnlessDuplicate'),
    later: late?.later,
    addAuditRow: late?.addAuditRow,
  };
};

/** A store in memory that counts as if several processes shared it over a network. */
export const createCountingStore = (): CountingStore => {
  const { connection: opened, keys } = openMemory();
  const sealer = createSealer(keys);
  let measured: StatementCount | undefined;
  const connection = noteWrites(opened, () => measured);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
  const noteRows = (rows: readonly unknown[] | undefined): void => {
    if (measured) measured.rows += rows?.length ?? 0;
  };
  const run = async <T>(writes: boolean, work: (session: SqlSession) => Promise<T>): Promise<T> => {
    const session = createSqliteSession(connection, uncached(connection), {
      checkpoints: writes ? createCheckpoints(connection) : undefined,
    });
    try {
      const joinRound = createRounds(() => measured);
      const late = writes ? createLateCount(connection, () => measured) : undefined;
      const value = await work(withoutRepeatedReads(countSession(session, joinRound, noteRows, late), prepared, findCompanions));
      // Together with what the unit sent without waiting.
      late?.countBefore('commit', []);
      if (late?.awaitsDeletions()) await joinRound(false);
      if (writes) await joinRound(false);
      return value;
    } finally {
      session.end();
    }
  };
  const write = async <T>(work: (session: SqlSession) => Promise<T>): Promise<T> => {
    connection.execute('begin immediate');
    let isKept = false;
    try {
      const value = await run(true, work);
      isKept = measured === undefined;
      return value;
    } finally {
      connection.execute(isKept ? 'commit' : 'rollback');
    }
  };
  const unused = (): never => {
    throw new Error('not part of a store that counts');
  };
  const store: Store = {
    shared: true,
    read: (work) => inTurn(() => run(false, (session) => work(createReadTransaction(sqliteDialect, prepared, session, sealer)))),
    write: (work) => inTurn(() => write((session) => work(createTransaction(dialect, prepared, session, sealer)))),
    probe: async () => {},
    countWrites: () => 0,
    listStatements: () => [],
    watch: () => () => undefined,
    deriveKey: sealer.deriveKey,
    clear: unused,
    rotateKeys: unused,
    sealAll: unused,
    adoptKeys: unused,
    close: async () => connection.close(),
  };
  return {
    store,
    async measure(work) {
      const count = { statements: 0, roundTrips: 0, rows: 0, bytesWritten: 0 };
      measured = count;
      try {
        return { result: await work(), count };
      } finally {
        measured = undefined;
      }
    },
  };
};
