import { setImmediate as nextTurn } from 'node:timers/promises';
import { prepareCompanions } from '../../../src/service/store/companions.ts';
import { prepareStatements } from '../../../src/service/store/prepared-statements.ts';
import { createReadTransaction } from '../../../src/service/store/read-transaction.ts';
import { withoutRepeatedReads } from '../../../src/service/store/repeated-reads.ts';
import { createSealer } from '../../../src/service/store/sealing/sealer.ts';
import type { SqlSession } from '../../../src/service/store/sql-dialect.ts';
import { openMemory } from '../../../src/service/store/sqlite/open-directory.ts';
import { sqliteDialect } from '../../../src/service/store/sqlite/sqlite-dialect.ts';
import { createCheckpoints } from '../../../src/service/store/sqlite/checkpoints.ts';
import { createSqliteSession } from '../../../src/service/store/sqlite/sqlite-session.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { createTransaction } from '../../../src/service/store/transaction.ts';

/** What was sent to the database. */
export interface StatementCount {
  statements: number;
  /** A statement that is sent before the answers to those before it are there costs no round trip of its own. */
  roundTrips: number;
}
export interface CountingStore {
  readonly store: Store;
  /** Counts what the work sends; what its writes change is undone, so that the next work finds the same world. */
  measure<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly count: StatementCount }>;
}

const prepared = prepareStatements(sqliteDialect.db);
const findCompanions = prepareCompanions(sqliteDialect);
const uncached = { query: (_sql: string, _values: readonly unknown[], ask: () => readonly any[]) => ask(), clear: () => {} };

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

const countSession = (session: SqlSession, joinRound: () => Promise<void>): SqlSession => {
  const counted =
    (name: 'query' | 'queryUnlessDuplicate') =>
    async (...given: Parameters<SqlSession['query']>): Promise<any> => {
      const round = joinRound();
      const outcome = session[name](...given).then(
        (rows: unknown) => () => rows,
        (error: unknown) => () => {
          throw error;
        },
      );
      await round;
      return (await outcome)();
    };
  const query: SqlSession['query'] = counted('query');
  const send: SqlSession['send'] = (...statement) => void query(...statement).catch(() => {});
  return { query, queryUnlessDuplicate: counted('queryUnlessDuplicate'), send };
};

/** A store in memory that counts as if several processes shared it over a network. */
export const createCountingStore = (): CountingStore => {
  const { connection, keys } = openMemory();
  const sealer = createSealer(keys);
  let measured: StatementCount | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
  const run = async <T>(writes: boolean, work: (session: SqlSession) => Promise<T>): Promise<T> => {
    const session = createSqliteSession(connection, uncached, { checkpoints: writes ? createCheckpoints(connection) : undefined });
    try {
      const joinRound = createRounds(() => measured);
      const value = await work(withoutRepeatedReads(countSession(session, joinRound), prepared, findCompanions));
      // The commit, together with what the unit sent without waiting.
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
    write: (work) => inTurn(() => write((session) => work(createTransaction(sqliteDialect, prepared, session, sealer)))),
    probe: async () => {},
    countWrites: () => 0,
    listStatements: () => [],
    watch: () => () => undefined,
    clear: unused,
    rotateKeys: unused,
    sealAll: unused,
    adoptKeys: unused,
    close: async () => connection.close(),
  };
  return {
    store,
    async measure(work) {
      const count = { statements: 0, roundTrips: 0 };
      measured = count;
      try {
        return { result: await work(), count };
      } finally {
        measured = undefined;
      }
    },
  };
};
