/** Time, as tests may move it. */
export interface Clock {
  /** Monotonic time in milliseconds. */
  now(): number;
  /** Calls back once after this many milliseconds; call the returned function to cancel. Does not keep the process alive. */
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
