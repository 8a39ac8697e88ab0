import type pg from 'pg';
import type { UnitOutcome } from '../group-commit.ts';
import type { SqlSession } from '../sql-dialect.ts';
import { createBatchedLookups } from './batched-lookups.ts';
import { type ConcurrentUnit, type ConcurrentUnitOptions, createConcurrentUnit } from './concurrent-unit.ts';
import { hasWrites, type PendingLists } from './pending-writes.ts';
import { createWake } from './shared-snapshot.ts';
import { addFootprint, createFootprint, createReadNames, findFootprint, isApartFrom } from './unit-footprint.ts';

type Work = (session: SqlSession) => Promise<unknown>;
interface Settled {
  readonly unit: ConcurrentUnit;
  readonly outcome: UnitOutcome;
}

export interface ConcurrentUnitsOptions extends Omit<ConcurrentUnitOptions, 'lookUp' | 'nameRead'> {
  readonly client: pg.PoolClient;
  /** Takes over what a unit writes. */
  readonly accept: (pending: PendingLists) => void;
  readonly announce: (message: string) => void;
}

/** Sends look-ups, and keeps what failed: it fails the transaction. */
const createSender = ({ client, ready }: ConcurrentUnitsOptions) => {
  let failure: unknown;
  const fail = (error: unknown): void => void (failure ??= error);
  const send: SqlSession['query'] = async (text, values, name) => {
    try {
      const { rows } = await client.query({ text, values: values as unknown[], name });
      await ready();
      return rows;
    } catch (error) {
      fail(error);
      throw error;
    }
  };
  return { send, failure: () => failure };
};

const settle = async (unit: ConcurrentUnit, work: Work): Promise<Settled> => {
  try {
    return { unit, outcome: { value: await work(unit.session) } };
  } catch (error) {
    return { unit, outcome: { error } };
  } finally {
    unit.end();
  }
};

/**
 * Runs units of one transaction in parallel: all see the state before any of them, and their look-ups are sent together, one statement of
 * each kind for all. If two units write the same, or one looked up what the other writes, the second runs again by itself; so does a unit
 * that needs more than look-ups by whole keys, or reads its own writes. The result is therefore the same as if they had run one after the
 * other.
 *
 * Throws if a look-up failed, which ends the transaction. Undefined in place of an outcome: the unit has to run by itself.
 */
export const runConcurrently = async (
  options: ConcurrentUnitsOptions,
  works: readonly Work[],
): Promise<readonly (UnitOutcome | undefined)[]> => {
  const { prepared, changed, nextNumber, ready, capture } = options;
  const { send, failure } = createSender(options);
  const wake = createWake(() => lookups.flush());
  const lookups = createBatchedLookups(prepared, send, wake);
  const lookUp: SqlSession['query'] = async (...statement) => lookups.query(...statement)!;
  const nameRead = createReadNames(prepared);
  const unitOptions = { prepared, changed, nextNumber, ready, capture, lookUp, nameRead };
  const settled = await Promise.all(works.map((work) => settle(createConcurrentUnit(unitOptions), work)));
  if (failure() !== undefined) throw failure();
  const before = createFootprint();
  const outcomes = settled.map(({ unit, outcome }) => {
    if (unit.hasLeft()) return undefined;
    // It is discarded, because it saw the state before all others; an unconfirmed insert may be the earlier failure.
    if ('error' in outcome) return hasWrites(unit.pending) ? undefined : outcome;
    const own = findFootprint(unit.pending);
    if (!isApartFrom(before, unit.reads, unit.pending, own)) return undefined;
    addFootprint(before, own);
    options.accept(unit.pending);
    for (const message of unit.messages) options.announce(message);
    return outcome;
  });
  return outcomes;
};
