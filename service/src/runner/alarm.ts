/** Wakes one waiting loop. */
export interface Alarm {
  /** Ends the wait that is under way, or the next one. */
  readonly ring: () => void;
  /** Resolves after this many milliseconds, or when it rings. Does not keep the process alive. */
  wait(milliseconds: number): Promise<void>;
}

export const createAlarm = (): Alarm => {
  let [hasRung, wake]: [boolean, (() => void) | undefined] = [false, undefined];
  return {
    ring: () => {
      hasRung = true;
      wake?.();
    },
    wait: async (milliseconds) => {
      if (!hasRung)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds).unref();
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      [hasRung, wake] = [false, undefined];
    },
  };
};
