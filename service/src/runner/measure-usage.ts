import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import type { ResourceUsage } from '../store/ledger/ledger.ts';
import { hasMark } from './marked-processes.ts';

/** Usage of processes: CPU seconds since they started, with those of ended children, and bytes of memory. */
export interface ProcessUsage {
  readonly seconds: number;
  readonly bytes: number;
}

/** Linux reports CPU time in hundredths of a second, for any tick rate of the kernel. */
const ticksPerSecond = 100;

/** The usage of one process and of the children that it waited for; undefined if it has ended. */
const readProcessUsage = async (pid: string): Promise<ProcessUsage | undefined> => {
  try {
    const [stat, status] = await Promise.all([readFile(`/proc/${pid}/stat`, 'latin1'), readFile(`/proc/${pid}/status`, 'latin1')]);
    // The process name in parentheses may contain anything: the fields follow the last one. utime, stime, cutime, cstime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      seconds: [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / ticksPerSecond,
      bytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024,
    };
  } catch {
    return undefined;
  }
};

/** Usage of all processes whose mark begins so; undefined if the system has no /proc. */
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

/** Median and maximum of samples in percent; undefined without samples. */
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
 * Samples the usage of processes every `every` milliseconds from now on, in percent of this machine's cores and memory. A job that
 * ends before the first sample has no figures.
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
    // Less than before: a step has ended, and its CPU time is not counted any more.
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
