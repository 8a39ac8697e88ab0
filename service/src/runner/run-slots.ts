/** Limits the number of parallel runs at the same time, over all jobs, first come first served. */
export interface RunSlots {
  /** Whether a slot is free. */
  hasFree(): boolean;
  /** Takes a slot synchronously; `use(true, …)` for the first run of the job uses it. */
  reserve(): void;
  use<T>(reserved: boolean, operation: () => Promise<T>): Promise<T>;
  release(): void;
}

/** `onFree`: called when a slot is free again. */
export const createRunSlots = (limit: number, onFree: () => void = () => undefined): RunSlots => {
  let taken = 0;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next) {
      next();
      return;
    }
    taken -= 1;
    onFree();
  };
  return {
    hasFree: () => taken < limit,
    reserve: () => {
      taken += 1;
    },
    release,
    async use(reserved, operation) {
      if (!reserved) {
        if (taken < limit) taken += 1;
        else
          await new Promise<void>((done) => {
            waiting.push(done);
          });
      }
      try {
        return await operation();
      } finally {
        release();
      }
    },
  };
};
