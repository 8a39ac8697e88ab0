import type { Clock } from '../lifecycle/clock.ts';

export interface ReloadLoop {
  /** Reads again; resolves when it is read. A request during a read starts one more read after it, however many requests there are. */
  reload(): Promise<void>;
  /** Reads regularly from now on. */
  start(): void;
  /** Starts no other read; resolves when the current one has ended. */
  stop(): Promise<void>;
}
export interface ReloadLoopOptions {
  readonly clock: Clock;
  /** Milliseconds between two regular reads. */
  readonly interval: number;
  read(): Promise<void>;
  onError(error: unknown): void;
}

/** Runs one read at a time, on request and regularly. */
export const createReloadLoop = ({ clock, interval, read, onError }: ReloadLoopOptions): ReloadLoop => {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let cancel: (() => void) | undefined;
  const reload = (): Promise<void> =>
    (next ??= running.then(() => {
      next = undefined;
      running = isStopped ? Promise.resolve() : read().catch(onError);
      return running;
    }));
  const start = (): void => {
    cancel = clock.schedule(interval, () => {
      void reload().then(() => {
        if (!isStopped) start();
      });
    });
  };
  return {
    reload,
    start,
    stop: async () => {
      isStopped = true;
      cancel?.();
      await running;
    },
  };
};
