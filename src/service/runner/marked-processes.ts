import { readdir, readFile } from 'node:fs/promises';

/** In the environment of everything that a job starts: what left the job's process groups is found by it. */
export const markVariable = 'SLIPWAY_JOB';

/** Whether a process carries a mark that begins so. */
export const hasMark = async (pid: string, begins: string): Promise<boolean> => {
  try {
    return (await readFile(`/proc/${pid}/environ`, 'latin1')).split('\0').some((entry) => entry.startsWith(`${markVariable}=${begins}`));
  } catch {
    return false;
  }
};

/** Kills what carries a mark that begins so, until nothing does; how many there were. Where the system tells no environments (`/proc`), none are found. */
export const killMarkedProcesses = async (begins: string): Promise<number> => {
  const killed = new Set<string>();
  // Twice none: one that is just becoming another program tells nothing for a moment.
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
