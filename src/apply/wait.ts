/** Waits, or throws the signal's reason at once when the operation is cancelled. */
export const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const end = () => {
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
