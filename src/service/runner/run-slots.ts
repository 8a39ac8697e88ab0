/** So many parallel runs at once, over all jobs, in the order in which they asked. */
export interface RunSlots {
  /** Whether a job that asks now begins now. */
  free(): boolean;
  /** Reserves one before anything awaits: `use` of the first run of a job takes it. */
  reserve(): void;
  use<T>(reserved: boolean, work: () => Promise<T>): Promise<T>;
  release(): void;
}

export const createRunSlots = (most: number): RunSlots => {
  let taken = 0;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  };
  return {
    free: () => taken < most,
    reserve: () => {
      taken += 1;
    },
    release,
    async use(reserved, work) {
      if (!reserved) {
        if (taken < most) taken += 1;
        else
          await new Promise<void>((done) => {
            waiting.push(done);
          });
      }
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
};
