import { readFileSync } from 'node:fs';

const readStatus = (pid: number, name: string): number => {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024;
};

/** MB of memory a process holds now, and held at most. */
export const memoryUsage = (pid: number): { readonly now: number; readonly most: number } => ({
  now: readStatus(pid, 'VmRSS'),
  most: readStatus(pid, 'VmHWM'),
});

/** Seconds of CPU a process has used, its own and the system's for it. Linux counts them in hundredths. */
export const cpuSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
