import { readdir, readFile } from 'node:fs/promises';

/** An environment variable of all processes of a job, by which processes are found that left its process groups. */
export const markVariable = 'SLIPWAY_JOB';

/** Whether the mark of a process begins so. */
export const hasMark = async (pid: string, begins: string): Promise<boolean> => {
  try {
    return (await readFile(`/proc/${pid}/environ`, 'latin1')).split('\0').some((entry) => entry.startsWith(`${markVariable}=${begins}`));
  } catch {
    return false;
  }
};

/** Kills all processes whose mark begins so; returns their number. Finds none on a system without `/proc`. */
export const killMarkedProcesses = async (begins: string): Promise<number> => {
  const killed = new Set<string>();
  // Until two rounds find none: a process has no environment for a moment while it executes another program.
  for (let round = 0, none = 0; round < 10 && none < 2; round++) {
    const all = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
    const found = (await Promise.all(all.map(async (pid) => ((await hasMark(pid, begins)) ? pid : undefined)))).filter(
      (pid) => pid !== undefined,
    );
    none = found.length === 0 ? none + 1 : 0;
    for (const pid of found) {
      killed.add(pid);
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }
  return killed.size;
};
