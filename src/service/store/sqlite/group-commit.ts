import { StoreUnavailable } from '../failures.ts';
import type { Connection } from './connection.ts';

interface Waiting { readonly work: () => Promise<unknown>; resolve(value: unknown): void; reject(error: unknown): void }
type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Reads go side by side; writes go one after another while no read is on; neither ever sees half a write. */
export interface Turns {
  read<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when the work is durable. */
  write<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>;
}

/** Bounds how long the first of a group waits for the last. */
const largestGroup = 256;

/**
 * Writes that wait at the same time run as savepoints of one transaction and share its commit, the only slow step (one
 * fsync). Nobody hears of an outcome, good or bad, before the commit: a refusal may rest on what a neighbour wrote.
 */
export const groupCommit = (connection: Connection): Turns => {
  const waiting: Waiting[] = [];
  let readers: (() => void)[] = [];
  let reading = 0;
  let writing = false;

  const inSavepoint = async (work: Waiting['work']): Promise<Outcome> => {
    connection.rows('savepoint unit');
    try {
      const value = await work();
      connection.rows('release unit');
      return { value };
    } catch (error) {
      if (!connection.inTransaction()) throw error;
      connection.rows('rollback to unit');
      connection.rows('release unit');
      return { error };
    }
  };

  const together = async (group: readonly Waiting[]): Promise<void> => {
    const outcomes: Outcome[] = [];
    try {
      connection.rows('begin immediate');
      for (const { work } of group) outcomes.push(await inSavepoint(work));
      connection.rows('commit');
    } catch (error) {
      if (connection.inTransaction()) connection.rows('rollback');
      // One unit that finds the disk full takes the transaction with it; the others get one of their own.
      if (group.length > 1) for (const each of group) await together([each]);
      else group[0]?.reject(error);
      return;
    }
    group.forEach((each, at) => { const outcome = outcomes[at]!; 'value' in outcome ? each.resolve(outcome.value) : each.reject(outcome.error); });
  };

  const nextWrites = (): void => {
    if (writing || reading > 0 || waiting.length === 0) return;
    writing = true;
    // One turn of the event loop later, the requests that arrived together are all waiting.
    setImmediate(async () => {
      const group = waiting.splice(0, largestGroup);
      try {
        await together(group);
      } catch (error) {
        for (const each of group) each.reject(new StoreUnavailable('the database could not undo a failed unit', { cause: error }));
      }
      writing = false;
      reading = readers.length;
      const go = readers;
      readers = [];
      for (const reader of go) reader();
      nextWrites();
    });
  };

  return {
    async read(work) {
      if (writing || waiting.length > 0) await new Promise<void>((go) => readers.push(go));
      else reading++;
      try {
        return await work();
      } finally {
        reading--;
        nextWrites();
      }
    },
    write: <T>(work: () => Promise<T>) => new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      nextWrites();
    }),
    async idle() {
      do await new Promise(setImmediate); while (writing || reading > 0 || waiting.length > 0);
    },
  };
};
