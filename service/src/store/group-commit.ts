import type { SqlSession } from './sql-dialect.ts';
import { StoreUnavailable } from './failures.ts';
import { type Attempts, type Caution, createCaution } from './group-caution.ts';
import { createMaintenanceQueue } from './maintenance-queue.ts';

/** A session that can be ended: a promise that outlives its unit must not write into the next one. */
export interface UnitSession extends SqlSession {
  end(): void;
  /** An error that ended the whole transaction or must undo the unit, even if the work caught it. */
  failure(): unknown;
}

/** One transaction of the engine that holds several units of work. */
export interface CommitGroup {
  /** Resolves when the group has its locks; rejects if it cannot begin. Absent if it does not wait. */
  readonly ready?: Promise<void>;
  /** A session whose writes can be undone. `careful`: each write of it is asked for, and none taken for done. */
  beginUnit(careful: boolean): Promise<UnitSession>;
  releaseUnit(): Promise<void>;
  /**
   * Runs units at the same time where that makes no difference. Throws where the whole transaction failed. Undefined in place of an
   * outcome: the unit has to run by itself; in place of all: none was tried. Absent where no unit waits for answers.
   */
  runTogether?(works: readonly PendingUnit['work'][]): Promise<readonly (UnitOutcome | undefined)[] | undefined>;
  /** Whether the current unit relied on a write that the database has not confirmed yet. */
  isUncertain?(): boolean;
  /** Rolls back to the start of the unit. False if the engine has ended the whole transaction, or cannot undo a single unit. */
  rollbackUnit(): Promise<boolean>;
  commit(): Promise<void>;
  /** Undoes everything. False when the engine does not answer: what was committed, it may have kept. */
  rollback(): Promise<boolean>;
  /**
   * Whether its units run again, carefully: an insert that was taken for done met a taken key, or a unit without a savepoint failed after
   * it had written.
   */
  mustRepeat?(): boolean;
}

export interface GroupSize {
  /** The approximate number of units that the group will hold. */
  readonly units: number;
  /** All its units are, and each can be undone by itself. */
  readonly careful: boolean;
}
export type BeginGroup = (organizations: readonly string[] | undefined, size: GroupSize) => Promise<CommitGroup>;
export type Begin = (size: GroupSize) => Promise<CommitGroup>;

/** An exclusive lock: between `acquire` and `release` no other holder writes. */
export interface WriteLock {
  acquire(): Promise<void>;
  release(): void;
}

interface PendingUnit {
  readonly work: (session: SqlSession) => Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}
export type UnitOutcome = { readonly value: unknown } | { readonly error: unknown };

/** Limits how long the first of a group waits for the last: with 64 writers p99 is 22 ms, in groups of 64 24 ms (bench/service.ts). */
const maxGroupSize = 32;

/** The units of a group. */
interface UnitSource {
  /** Takes the units that wait now, in their order. */
  takeWaiting(): readonly PendingUnit[];
  /** The units that were taken until now. */
  readonly taken: readonly PendingUnit[];
}

const createSource = (waiting: PendingUnit[]): UnitSource => {
  const taken: PendingUnit[] = [];
  return {
    takeWaiting() {
      const turn = waiting.splice(0, maxGroupSize - taken.length);
      taken.push(...turn);
      return turn;
    },
    taken,
  };
};

const runInSavepoint = async (group: CommitGroup, work: PendingUnit['work'], careful = false): Promise<UnitOutcome> => {
  const session = await group.beginUnit(careful);
  let isUncertain;
  try {
    const value = await work(session);
    if (session.failure() !== undefined) throw session.failure();
    session.end();
    await group.releaseUnit();
    return { value };
  } catch (error) {
    session.end();
    const cause = session.failure() ?? error;
    isUncertain = group.isUncertain?.();
    if (!(await group.rollbackUnit())) throw cause;
    if (!isUncertain) return { error: cause };
  }
  // The failure may stem from an earlier write that met a taken key.
  return runInSavepoint(group, work, true);
};

/** Runs the waiting units: in parallel if possible, the others one after the other. */
const runTurn = async (group: CommitGroup, works: readonly PendingUnit['work'][], attempts: Attempts): Promise<readonly UnitOutcome[]> => {
  const outcomes: UnitOutcome[] = [];
  const tried = works.length > 1 && attempts.isDue() ? await group.runTogether?.(works) : undefined;
  if (tried) attempts.note(tried.filter((one) => one !== undefined).length, works.length);
  for (const [at, work] of works.entries()) outcomes.push(tried?.[at] ?? (await runInSavepoint(group, work)));
  return outcomes;
};

/** Runs all units that wait, and those that come meanwhile. */
const runUnits = async (group: CommitGroup, source: UnitSource, { attempts, gathering }: Caution): Promise<readonly UnitOutcome[]> => {
  const outcomes: UnitOutcome[] = [];
  await gathering.wait(group.ready);
  let turns = 0;
  for (let turn = source.takeWaiting(); turn.length > 0; turn = source.takeWaiting()) {
    turns += 1;
    const works = turn.map(({ work }) => work);
    outcomes.push(...(await runTurn(group, works, attempts)));
  }
  gathering.note(turns);
  return outcomes;
};

const commitTogether = async (begin: Begin, source: UnitSource, expected: number, caution: Caution): Promise<void> => {
  const units = source.taken;
  let outcomes: readonly UnitOutcome[] = [];
  let group: CommitGroup | undefined;
  let committing = false;
  try {
    group = await begin({ units: expected, careful: caution.spend() });
    outcomes = await runUnits(group, source, caution);
    committing = true;
    await group.commit();
  } catch (error) {
    const undone = (await group?.rollback()) ?? true;
    // Units that have not had their turn yet are taken out of the queue too, and share the outcome of the others.
    while (source.takeWaiting().length > 0);
    if (undone && group?.mustRepeat?.()) {
      caution.renew();
      await commitTogether(begin, createSource([...units]), units.length, caution);
    }
    // One unit that finds the disk full ends the transaction for all: then each is run in its own. Not after a commit without an answer.
    else if (group && units.length > 1 && (undone || !committing))
      for (const unit of units) await commitTogether(begin, createSource([unit]), 1, caution);
    else for (const unit of units) unit.reject(error);
    return;
  }
  units.forEach(({ resolve, reject }, at) => {
    const outcome = outcomes[at]!;
    if ('value' in outcome) resolve(outcome.value);
    else reject(outcome.error);
  });
};

/** Writes the waiting units, one group after the other. */
const createGroupWriter = (begin: Begin, gate: WriteLock, waiting: PendingUnit[], joinsLate: boolean) => {
  const caution = createCaution();
  let count = 0;
  /** Number of units of the last group. */
  let last = 1;
  return {
    async writeGroup(): Promise<void> {
      await gate.acquire();
      const source = createSource(joinsLate ? waiting : waiting.splice(0, maxGroupSize));
      try {
        await commitTogether(begin, source, Math.min(maxGroupSize, Math.max(waiting.length, last)), caution);
      } catch (error) {
        for (const unit of source.taken) unit.reject(new StoreUnavailable('the database could not undo a failed unit', { cause: error }));
      }
      last = source.taken.length;
      count += last;
      gate.release();
    },
    count: (): number => count,
  };
};

/**
 * Writes that wait at the same time run as units of one transaction and share its commit, the only slow step (one
 * fsync). No caller gets an outcome, good or bad, before the commit: a refusal may rest on what a neighbour wrote.
 *
 * `joinsLate`: a group waits for others once it has begun, so who comes meanwhile joins it.
 */
export const createGroupCommit = (begin: Begin, gate: WriteLock, joinsLate = false) => {
  const waiting: PendingUnit[] = [];
  const maintenance = createMaintenanceQueue();
  const { writeGroup, count } = createGroupWriter(begin, gate, waiting, joinsLate);
  let writing = false;
  const busy = (): boolean => writing || waiting.length > 0 || !maintenance.isEmpty();
  const next = (): void => {
    if (writing || !busy()) return;
    writing = true;
    // One turn of the event loop later, the requests that arrived together are all waiting.
    setImmediate(async () => {
      if (waiting.length > 0) await writeGroup();
      await maintenance.run();
      writing = false;
      next();
    });
  };

  return {
    /** Resolves when the work is durable. */
    write: <T>(work: (session: SqlSession) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
        next();
      }),
    /** Runs work between two groups, while nothing is written. Reads can continue. */
    between<T>(work: () => T | Promise<T>): Promise<T> {
      const done = maintenance.add(work);
      next();
      return done;
    },
    /** The number of finished units, successful or not. */
    count,
    /** Whether anything is written or waits to be. */
    busy,
  };
};
