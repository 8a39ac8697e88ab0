/**
 * What can only be known outside of a unit of work: a process is asked, a file is read. Inside, it is there, or the unit is
 * undone, waits for it without holding the store, and runs again. The key says what is asked: once for all tries.
 */
export type ExternalLookup = <T>(key: string, ask: () => Promise<T>) => T;

class PendingLookup extends Error {
  readonly wait: () => Promise<void>;
  constructor(wait: () => Promise<void>) {
    super('asked outside of the unit of work');
    this.wait = wait;
  }
}

/** Tries until everything is known that the work asks for. The work asks for a finite number of things. */
export const withExternalLookups = async <T>(work: (outside: ExternalLookup) => Promise<T>): Promise<T> => {
  // Most work asks for nothing: reads are many, and what each allocates costs.
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
