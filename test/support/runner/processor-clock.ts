import { readFileSync } from 'node:fs';

/** Seconds of processor time of the children that have ended; 0 where the system does not tell. */
const readChildSeconds = (): number => {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // The name in parentheses may contain anything. The fields after it begin with the third; these are the 16th and 17th, in ticks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
};

/** Seconds of processor time, user and system. */
export interface ProcessorSeconds {
  /** Of the process itself. */
  readonly own: number;
  /** Of its children that have ended, and of theirs that they waited for. */
  readonly children: number;
}

/** What this process and its ended children used since the last call; the first time since the process began. */
export const createProcessorClock = (): (() => ProcessorSeconds) => {
  let before: ProcessorSeconds = { own: 0, children: 0 };
  return () => {
    const { user, system } = process.cpuUsage();
    const now = { own: (user + system) / 1e6, children: readChildSeconds() };
    const since = { own: now.own - before.own, children: now.children - before.children };
    before = now;
    return since;
  };
};
