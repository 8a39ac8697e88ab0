import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import type { ResourceUsage } from '../store/ledger/ledger.ts';
import { hasMark } from './marked-processes.ts';

/** What processes use at a moment: seconds of CPU since they began, with those of children that are gone, and bytes of memory. */
export interface ProcessUsage {
  readonly seconds: number;
  readonly bytes: number;
}

/** Linux counts in hundredths of a second, whatever the kernel's own pace. */
const ticksPerSecond = 100;

/** Of one process; what it waited for is counted with it. undefined: it is gone. */
const readProcessUsage = async (pid: string): Promise<ProcessUsage | undefined> => {
  try {
    const [stat, status] = await Promise.all([readFile(`/proc/${pid}/stat`, 'latin1'), readFile(`/proc/${pid}/status`, 'latin1')]);
    // The name, in brackets, may hold anything: the fields are behind the last one. utime, stime, cutime, cstime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      seconds: [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / ticksPerSecond,
      bytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024,
    };
  } catch {
    return undefined;
  }
};

/** Of everything that carries a mark that begins so. undefined: this system does not tell. */
export const readUsage = async (mark: string): Promise<ProcessUsage | undefined> => {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  if (pids.length === 0) return undefined;
  const own = (await Promise.all(pids.map(async (pid) => ((await hasMark(pid, mark)) ? readProcessUsage(pid) : undefined)))).filter(
    (one) => one !== undefined,
  );
  return own.reduce((sum, one) => ({ seconds: sum.seconds + one.seconds, bytes: sum.bytes + one.bytes }), { seconds: 0, bytes: 0 });
};

const roundToHundredths = (value: number): number => Math.round(value * 100) / 100;
const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b),
    half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
};

/** Of samples in percent; null where there is none. */
export const summarizeUsage = (cpu: readonly number[], ram: readonly number[]): ResourceUsage | undefined =>
  cpu.length === 0
    ? undefined
    : {
        medianCpu: roundToHundredths(median(cpu)),
        maxCpu: roundToHundredths(Math.max(...cpu)),
        medianRam: roundToHundredths(median(ram)),
        maxRam: roundToHundredths(Math.max(...ram)),
      };

/**
 * Looks every so many milliseconds at what processes use, from now on, in percent of this machine's cores and memory. A job that
 * is over before the first look has no figures.
 */
export const measureUsage = (
  mark: string,
  every: number,
  look: (mark: string) => Promise<ProcessUsage | undefined> = readUsage,
): { over(): ResourceUsage | undefined } => {
  const [cpu, ram]: [number[], number[]] = [[], []];
  let before = { at: performance.now(), seconds: 0 };
  const sample = async (): Promise<void> => {
    const now = await look(mark);
    if (!now) return;
    const at = performance.now();
    // Less than before: a step is over, and took what it used with it.
    const used = now.seconds >= before.seconds ? now.seconds - before.seconds : now.seconds;
    cpu.push(((used * 1000) / (at - before.at) / availableParallelism()) * 100);
    ram.push((now.bytes / totalmem()) * 100);
    before = { at, seconds: now.seconds };
  };
  let working = false;
  const timer = setInterval(() => {
    if (working) return;
    working = true;
    void sample().finally(() => {
      working = false;
    });
  }, every);
  return {
    over: () => {
      clearInterval(timer);
      return summarizeUsage(cpu, ram);
    },
  };
};
