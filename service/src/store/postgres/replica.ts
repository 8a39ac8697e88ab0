import type pg from 'pg';
import type { SqlSession } from '../sql-dialect.ts';
import { toStoreFailure } from './sql-state.ts';
import { createMissingMarks, type Mark } from './missing-marks.ts';
import { marksOfRead, readMarksSql } from './write-marks.ts';
import type { PostgresSession } from './postgres-session.ts';
import { runReadUnit } from './units.ts';

/** The outcome of a list query to a replica: it answered, it was behind, or it did not answer. */
export type ReplicaOutcome = 'current' | 'behind' | 'failed';

export interface ReplicaOptions {
  readonly primary: pg.Pool;
  readonly replica: pg.Pool;
  /** The name of the replica in messages. */
  readonly name: string;
  readonly write: <T>(work: (session: SqlSession) => Promise<T>, organizations?: readonly string[]) => Promise<T>;
  readonly report: (message: string) => void;
}

/** Milliseconds in which a replica that failed is not asked again. */
const awayMilliseconds = 5000;

/** Whether a replica answers, as the last list found it. */
const createPresence = (name: string, report: (message: string) => void) => {
  let awayUntil = 0;
  return {
    isAway: (): boolean => performance.now() < awayUntil,
    noteFailure: (error: unknown): void => {
      const { message } = toStoreFailure(error, name) as Error;
      if (awayUntil === 0) report(`lists are read from the primary: ${message}`);
      awayUntil = performance.now() + awayMilliseconds;
    },
    noteAnswer: (): void => {
      if (awayUntil > 0) report(`lists are read from the replica again: ${name}`);
      awayUntil = 0;
    },
  };
};

/**
 * Reads from a replica what it has: its snapshot is compared with the marks of the primary. `read` answers undefined where the primary is
 * to be asked. What the work throws about a current snapshot, it throws.
 */
export const createReplica = ({ primary, replica, name, write, report }: ReplicaOptions) => {
  const counts: Record<ReplicaOutcome, number> = { current: 0, behind: 0, failed: 0 };
  const makeMarks = createMissingMarks(write);
  const presence = createPresence(name, report);
  const readPrimaryMarks = async (organizations: readonly string[]): Promise<string> => {
    const marks = marksOfRead(organizations);
    const { rows } = await primary.query<Mark>(readMarksSql, [marks]);
    if (rows.length < marks.length)
      makeMarks(
        organizations,
        marks.filter((mark) => !rows.some(({ key }) => key === mark)),
      );
    return rows.length < marks.length ? '' : JSON.stringify(rows);
  };
  const read = async <T>(
    organizations: readonly string[],
    work: (session: SqlSession) => Promise<T>,
  ): Promise<{ readonly value: T } | undefined> => {
    if (presence.isAway()) return undefined;
    const wanted = readPrimaryMarks(organizations);
    // Its failure is the read's own, when that gets to it.
    wanted.catch(() => {});
    let session: PostgresSession | undefined;
    try {
      return await runReadUnit(replica, async (begun) => {
        session = begun;
        const found = await session.query(readMarksSql, [marksOfRead(organizations)]);
        presence.noteAnswer();
        const isCurrent = JSON.stringify(found) === (await wanted);
        counts[isCurrent ? 'current' : 'behind'] += 1;
        return isCurrent ? { value: await work(session) } : undefined;
      });
    } catch (error) {
      if (session && session.failure() === undefined) throw error;
      presence.noteFailure(session?.failure() ?? error);
      counts.failed += 1;
      return undefined;
    }
  };
  return { read, counts: (): Readonly<Record<ReplicaOutcome, number>> => counts };
};
