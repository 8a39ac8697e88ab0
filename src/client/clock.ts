/** The clock of the transport: milliseconds since the epoch, monotonic, and timers. Tests supply their own. */
export interface TransportClock {
  now(): number;
  /** Runs `then` after this many milliseconds; call the returned function to cancel. */
  after(milliseconds: number, then: () => void): () => void;
}

export const systemClock: TransportClock = {
  now: () => performance.timeOrigin + performance.now(),
  after: (milliseconds, then) => {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Waits; true when the time has passed, false when the signal came first. */
export const pause = (clock: TransportClock, milliseconds: number, signal?: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const stop = () => {
      cancel();
      resolve(false);
    };
    const cancel = clock.after(milliseconds, () => {
      signal?.removeEventListener('abort', stop);
      resolve(true);
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
