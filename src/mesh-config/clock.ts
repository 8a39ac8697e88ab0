/** Time, as tests may move it. */
export interface Clock {
  /** Milliseconds, ever growing. */
  now(): number;
  /** Calls back once after so many milliseconds; the answer takes it back. Keeps no program alive. */
  after(milliseconds: number, call: () => void): () => void;
}

export const realClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds).unref();
    return () => { clearTimeout(timer); };
  },
};
