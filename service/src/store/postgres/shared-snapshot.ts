import type pg from 'pg';
import type { PreparedStatements } from '../prepared-statements.ts';
import type { SqlSession } from '../sql-dialect.ts';
import { createBatchedLookups } from './batched-lookups.ts';
import type { PostgresSession } from './postgres-session.ts';
import { beginReadUnit, endReadUnit } from './units.ts';

type Query = SqlSession['query'];

/** One snapshot, and the reads that share it. */
export interface SharedSnapshot {
  /** Whether it still has no connection, and none was asked for. */
  isWaiting: boolean;
  /** How many reads have joined, and how many of these have not ended. */
  joined: number;
  members: number;
  isAnswered(): boolean;
  readonly query: Query;
  open(client: pg.PoolClient): void;
  fail(error: unknown): void;
  /** What failed within it; undefined before it is open. */
  failure(): unknown;
  leave(): void;
}

/** A session that is not there yet: what is asked for meanwhile waits for it. */
const createLateSession = (answered: () => void) => {
  let session: PostgresSession | undefined;
  let unanswered = 0;
  let [open, fail]: [(session: PostgresSession) => void, (error: unknown) => void] = [() => {}, () => {}];
  const opened = new Promise<PostgresSession>((resolve, reject) => {
    [open, fail] = [resolve, reject];
  });
  // Its failure is thrown where it is awaited.
  opened.catch(() => {});
  const query: Query = async (...statement) => {
    const begun = session ?? (await opened);
    unanswered += 1;
    try {
      return await begun.query(...statement);
    } finally {
      unanswered -= 1;
      if (unanswered === 0) answered();
    }
  };
  return {
    query,
    isAnswered: () => unanswered === 0,
    open: (begun: PostgresSession): void => {
      session = begun;
      open(begun);
    },
    fail: (error: unknown): void => fail(error),
  };
};

/** Calls a function once, after all units that continue with answers of the same turn have sent their next queries. */
export const createWake = (call: () => void) => {
  let isAsked = false;
  const run = (): void => {
    isAsked = false;
    call();
  };
  return (): void => {
    if (isAsked) return;
    isAsked = true;
    process.nextTick(run);
  };
};

/** `idle`: called when all its statements are answered, and when it is over. */
export const createSharedSnapshot = (prepared: PreparedStatements, idle: () => void): SharedSnapshot => {
  const late = createLateSession(idle);
  let opened: { readonly client: pg.PoolClient; readonly session: PostgresSession } | undefined;
  const wake = createWake(() => lookups.flush());
  const lookups = createBatchedLookups(prepared, late.query, () => void (opened && wake()));
  const endWithoutMembers = (): void => {
    if (!opened || snapshot.members > 0) return;
    endReadUnit(opened.client, opened.session);
    idle();
  };
  const snapshot: SharedSnapshot = {
    isWaiting: true,
    joined: 0,
    members: 0,
    isAnswered: late.isAnswered,
    query: (...statement) => lookups.query(...statement) ?? late.query(...statement),
    open(client) {
      opened = { client, session: beginReadUnit(client) };
      late.open(opened.session);
      lookups.flush();
      endWithoutMembers();
    },
    fail(error) {
      late.fail(error);
      lookups.flush();
    },
    failure: () => opened?.session.failure(),
    leave() {
      snapshot.members -= 1;
      endWithoutMembers();
    },
  };
  return snapshot;
};
