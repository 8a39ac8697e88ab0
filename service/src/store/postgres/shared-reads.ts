import type pg from 'pg';
import type { PreparedStatements } from '../prepared-statements.ts';
import type { SqlSession } from '../sql-dialect.ts';
import { createSharedSnapshot, type SharedSnapshot } from './shared-snapshot.ts';
import { runReadUnit } from './units.ts';

type Query = SqlSession['query'];

/** The way of one read to the snapshot, until the read has ended. */
const createMember = (snapshot: SharedSnapshot) => {
  let over = false;
  const query: Query = async (...statement) => {
    if (over) throw new Error('this unit of work has ended: await everything inside it');
    return snapshot.query(...statement);
  };
  return {
    session: { query, queryUnlessDuplicate: query },
    end: (): void => {
      over = true;
      snapshot.leave();
    },
  };
};

/** Milliseconds after which they no longer wait for a group that does: one of its statements takes long. */
const patience = 10;

/** Determines when the next group may begin: at the end of this turn of the event loop, unless others wait for their answers. */
const createGroupStart = (isFull: () => boolean, open: () => void) => {
  let [isAsked, timer]: [boolean, NodeJS.Timeout | undefined] = [false, undefined];
  const openNow = (): void => {
    clearTimeout(timer);
    timer = undefined;
    open();
  };
  const ask = (): void => {
    isAsked = false;
    if (isFull()) timer ??= setTimeout(openNow, patience);
    else openNow();
  };
  return (): void => {
    if (isAsked) return;
    isAsked = true;
    setImmediate(ask);
  };
};

/** The group that forms, and those that are under way. */
const createGroups = (pool: pg.Pool, prepared: PreparedStatements) => {
  const active = new Set<SharedSnapshot>();
  let forming: SharedSnapshot | undefined;
  /** While a group waits for the database, those who come form the next one. */
  const isFull = (): boolean => [...active].some((snapshot) => !snapshot.isAnswered());
  const begin = async (): Promise<void> => {
    const snapshot = forming;
    if (!snapshot?.isWaiting) return;
    snapshot.isWaiting = false;
    try {
      const client = await pool.connect();
      forming = undefined;
      active.add(snapshot);
      snapshot.open(client);
    } catch (error) {
      forming = undefined;
      snapshot.fail(error);
    }
  };
  const beginSoon = createGroupStart(isFull, () => void begin());
  return {
    /** Reads can join until the group's connection is open, which is before its snapshot begins. */
    join: (): SharedSnapshot => {
      const snapshot = (forming ??= createSharedSnapshot(prepared, () => {
        if (snapshot.members === 0) active.delete(snapshot);
        if (forming) beginSoon();
      }));
      snapshot.joined += 1;
      snapshot.members += 1;
      if (snapshot.isWaiting) beginSoon();
      return snapshot;
    },
    isBusy: (): boolean => forming !== undefined || active.size > 0,
  };
};

/**
 * Reads that wait at the same time share a connection, a snapshot and its look-ups. The snapshot begins after the last of them has joined,
 * so each sees everything that was written before it began. A read that fails because of another one's query is repeated by itself.
 */
export const createSharedReads = (pool: pg.Pool, prepared: PreparedStatements) => {
  const groups = createGroups(pool, prepared);
  return {
    read: async <T>(work: (session: SqlSession) => Promise<T>): Promise<T> => {
      const snapshot = groups.join();
      const { session, end } = createMember(snapshot);
      try {
        return await work(session);
      } catch (error) {
        if (snapshot.failure() === undefined || snapshot.joined === 1) throw error;
      } finally {
        end();
      }
      return runReadUnit(pool, work);
    },
    busy: groups.isBusy,
  };
};
