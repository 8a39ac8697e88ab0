import type { Session } from './dialect.ts';
import { StoreUnavailable } from './failures.ts';

/** A session that can be ended: a promise that outlives its unit must not write into the next one. */
export interface UnitSession extends Session {
  end(): void;
  /** What ended the whole transaction or must undo the unit, whatever the work made of it. */
  broken(): unknown;
}

/** One transaction of the engine that holds several units of work. */
export interface Group {
  /** A savepoint, and a session that writes after it. */
  enter(): Promise<UnitSession>;
  leave(): Promise<void>;
  /** Back to the savepoint. False when the engine has given up the whole transaction. */
  undo(): Promise<boolean>;
  commit(): Promise<void>;
  /** Undoes everything. False when the engine does not answer: what was committed, it may have kept. */
  rollback(): Promise<boolean>;
}

/** Nobody else writes between enter and leave. */
export interface Gate { enter(): Promise<void>; leave(): void }

interface Waiting { readonly work: (session: Session) => Promise<unknown>; resolve(value: unknown): void; reject(error: unknown): void }
type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Bounds how long the first of a group waits for the last: with 64 writers p99 is 22 ms, and 24 in groups of 64 at the same rate (bench/service.ts). */
const largestGroup = 32;

const inSavepoint = async (group: Group, work: Waiting['work']): Promise<Outcome> => {
  const session = await group.enter();
  try {
    const value = await work(session);
    if (session.broken() !== undefined) throw session.broken();
    session.end();
    await group.leave();
    return { value };
  } catch (error) {
    session.end();
    const cause = session.broken() ?? error;
    if (!await group.undo()) throw cause;
    return { error: cause };
  }
};

const together = async (begin: () => Promise<Group>, units: readonly Waiting[]): Promise<void> => {
  const outcomes: Outcome[] = [];
  let group: Group | undefined;
  let committing = false;
  try {
    group = await begin();
    for (const { work } of units) outcomes.push(await inSavepoint(group, work));
    committing = true;
    await group.commit();
  } catch (error) {
    const undone = await group?.rollback() ?? true;
    // One unit that finds the disk full takes the transaction with it: then each gets one of its own. Not after a commit without an answer.
    if (group && units.length > 1 && (undone || !committing)) for (const unit of units) await together(begin, [unit]);
    else for (const unit of units) unit.reject(error);
    return;
  }
  units.forEach(({ resolve, reject }, at) => {
    const outcome = outcomes[at]!;
    if ('value' in outcome) resolve(outcome.value); else reject(outcome.error);
  });
};

/**
 * Writes that wait at the same time run as savepoints of one transaction and share its commit, the only slow step (one
 * fsync). Nobody hears of an outcome, good or bad, before the commit: a refusal may rest on what a neighbour wrote.
 */
export const groupCommit = (begin: () => Promise<Group>, gate: Gate) => {
  const waiting: Waiting[] = [];
  let writing = false;

  const next = (): void => {
    if (writing || waiting.length === 0) return;
    writing = true;
    // One turn of the event loop later, the requests that arrived together are all waiting.
    setImmediate(async () => {
      await gate.enter();
      const units = waiting.splice(0, largestGroup);
      try {
        await together(begin, units);
      } catch (error) {
        for (const unit of units) unit.reject(new StoreUnavailable('the database could not undo a failed unit', { cause: error }));
      }
      gate.leave();
      writing = false;
      next();
    });
  };

  return {
    /** Resolves when the work is durable. */
    write: <T>(work: (session: Session) => Promise<T>) => new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      next();
    }),
    /** Whether anything is written or waits to be. */
    busy: (): boolean => writing || waiting.length > 0,
  };
};
