/**
 * Looks up what must not be awaited inside a unit of work: the output of a process, the contents of a file. If the result is not known yet,
 * the unit is rolled back, the lookup runs without holding the store, and the unit runs again. `key`: identifies the lookup, which runs
 * once for all attempts.
 */
export type ExternalLookup = <T>(key: string, ask: () => Promise<T>) => T;

class PendingLookup extends Error {
  readonly wait: () => Promise<void>;
  constructor(wait: () => Promise<void>) {
    super('asked outside of the unit of work');
    this.wait = wait;
  }
}

/** Runs work, repeatedly if needed, until all its lookups are known. The work must look up a finite number of keys. */
export const withExternalLookups = async <T>(work: (outside: ExternalLookup) => Promise<T>): Promise<T> => {
  // Most work looks up nothing, and reads are frequent: the map is allocated only when it is needed.
  let results: Map<string, unknown> | undefined;
  const outside: ExternalLookup = <A>(key: string, ask: () => Promise<A>): A => {
    if (results?.has(key)) return results.get(key) as A;
    throw new PendingLookup(async () => {
      (results ??= new Map()).set(key, await ask());
    });
  };
  for (;;) {
    try {
      return await work(outside);
    } catch (error) {
      if (!(error instanceof PendingLookup)) throw error;
      await error.wait();
    }
  }
};
