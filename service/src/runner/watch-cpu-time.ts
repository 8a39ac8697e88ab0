import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readUsage } from './measure-usage.ts';
import type { WorkPlace } from './work-kind.ts';

/** Milliseconds between two looks. */
const interval = 1000;

/** Seconds of CPU time used by the processes of a piece of work; undefined if the system does not report it. */
const readCpuSeconds = async ({ cgroups, mark }: Pick<WorkPlace, 'cgroups' | 'mark'>): Promise<number | undefined> => {
  for (const folder of cgroups.folders) {
    // Version 2 has it for every group, and counts processes that have ended, too.
    const used = /^usage_usec (\d+)$/m.exec(await readFile(join(folder, 'cpu.stat'), 'utf8').catch(() => ''))?.[1];
    if (used !== undefined) return Number(used) / 1e6;
  }
  return (await readUsage(mark))?.seconds;
};

/** Calls `onExceeded` once when the processes of a piece of work have used more than `limit` seconds of CPU time together. */
export const watchCpuTime = (place: Pick<WorkPlace, 'cgroups' | 'mark'>, limit: number, onExceeded: () => void): { stop(): void } => {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (((await readCpuSeconds(place)) ?? 0) <= limit) return;
    clearInterval(timer);
    onExceeded();
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
    });
  }, interval);
  return { stop: () => clearInterval(timer) };
};
