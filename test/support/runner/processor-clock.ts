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

/** Seconds of processor time of this process and its ended children since the last call; the first time since the process began. */
export const createProcessorClock = (): (() => number) => {
  let before = 0;
  return () => {
    const { user, system } = process.cpuUsage();
    const now = (user + system) / 1e6 + readChildSeconds();
    const since = now - before;
    before = now;
    return since;
  };
};
