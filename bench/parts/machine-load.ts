import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const cpuTimes = (): { readonly idle: number; readonly all: number } =>
  cpus().reduce(
    ({ idle, all }, { times }) => ({ idle: idle + times.idle, all: all + times.user + times.nice + times.sys + times.irq + times.idle }),
    { idle: 0, all: 0 },
  );

/** The share of the machine's cores that other processes use now, 0 to 1, measured over this many milliseconds. */
export const busyShare = async (milliseconds = 2000): Promise<number> => {
  const before = cpuTimes();
  await pause(milliseconds);
  const after = cpuTimes();
  return 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all);
};

/**
 * Resolves when the machine has been nearly idle for ten seconds, or after `patience` milliseconds. Returns the share in use at the end.
 */
export const waitUntilIdle = async (patience: number): Promise<number> => {
  const until = performance.now() + patience;
  let share = 1;
  for (let quiet = 0; quiet < 5; quiet = share < 0.15 ? quiet + 1 : 0) {
    share = await busyShare();
    if (performance.now() > until) break;
  }
  return share;
};
