/** Time, as tests may move it. */
export interface Clock {
  /** Monotonic time in milliseconds. */
  now(): number;
  /** Calls back once after so many milliseconds; the answer takes it back. Keeps no program alive. */
  schedule(milliseconds: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  schedule: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds).unref();
    return () => {
      clearTimeout(timer);
    };
  },
};
