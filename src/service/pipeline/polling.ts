/** Does a piece of work again and again, never twice at once, until stopped. A failure is told once and tried again. */
export const startPolling = (
  every: number,
  what: string,
  work: () => Promise<unknown>,
  report: (words: string, error: unknown) => void,
): { stop(): Promise<void> } => {
  let working: Promise<unknown> = Promise.resolve();
  let [told, busy] = [false, false];
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    working = work()
      .then(
        () => {
          told = false;
        },
        (error: unknown) => {
          if (!told) report(what, error);
          told = true;
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
