/** Does a piece of work again and again, never twice at once, until stopped. A failure is reported once, and the work is tried again. */
export const startPolling = (
  every: number,
  what: string,
  work: () => Promise<unknown>,
  report: (message: string, error: unknown) => void,
): { stop(): Promise<void> } => {
  let working: Promise<unknown> = Promise.resolve();
  let [isReported, busy] = [false, false];
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    working = work()
      .then(
        () => {
          isReported = false;
        },
        (error: unknown) => {
          if (!isReported) report(what, error);
          isReported = true;
        },
      )
      .finally(() => {
        busy = false;
      });
  }, every);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await working;
    },
  };
};
