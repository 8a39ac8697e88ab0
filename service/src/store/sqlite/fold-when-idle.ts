import type { Checkpoints } from './checkpoints.ts';

/** Milliseconds without a write after which the log is moved, and those after which it is moved although others are written. */
export const foldTimes = { idle: 5000, longest: 60_000 } as const;
export type FoldTimes = { readonly [time in keyof typeof foldTimes]: number };

/** Moves a log that is too short to be due (decision 148): a data file that is copied or cut then lacks a minute at most. */
export interface IdleFolding {
  /** To be called after a commit. */
  wake(): void;
  stop(): void;
}

/** `fold` waits for its turn among the writes. */
export const createIdleFolding = (checkpoints: Pick<Checkpoints, 'isPending'>, fold: () => void, times: FoldTimes): IdleFolding => {
  let timer: NodeJS.Timeout | undefined;
  let since: number | undefined;
  let isStopped = false;
  const forget = (): void => {
    clearTimeout(timer);
    [timer, since] = [undefined, undefined];
  };
  const foldNow = (): void => {
    forget();
    if (checkpoints.isPending()) fold();
  };
  return {
    wake: () => {
      if (isStopped) return;
      const now = performance.now();
      since ??= now;
      if (now - since >= times.longest) foldNow();
      else if (timer) timer.refresh();
      else timer = setTimeout(foldNow, times.idle).unref();
    },
    stop: () => {
      isStopped = true;
      forget();
    },
  };
};
