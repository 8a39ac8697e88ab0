import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The file that lists the processes of a cgroup, and moves those that are written to it. */
const members = 'cgroup.procs';

/** Whether a process can move to a new cgroup below this one. `prepare`: what is done to that cgroup before; it may reject. */
export const isWritable = async (folder: string, prepare?: (trial: string) => Promise<void>): Promise<boolean> => {
  const trial = join(folder, `slipway.trial.${process.pid}`);
  try {
    await mkdir(trial);
  } catch {
    return false;
  }
  const move = async (): Promise<void> => {
    await prepare?.(trial);
    await promisify(execFile)('/bin/sh', ['-c', `echo $$ > "$1/${members}"`, 'sh', trial]);
  };
  const isMoved = await move().then(
    () => true,
    () => false,
  );
  // A trial group that cannot be removed is empty and does no harm.
  await removeCgroup(trial).catch(() => undefined);
  return isMoved;
};

const listFolders = async (folder: string): Promise<readonly string[]> => {
  const below = (await readdir(folder, { withFileTypes: true }).catch(() => [])).filter((entry) => entry.isDirectory());
  return [...(await Promise.all(below.map(({ name }) => listFolders(join(folder, name))))).flat(), folder];
};

/** Removes an empty cgroup; a process that was killed keeps it for a moment. Throws what keeps it for longer. */
const removeCgroup = async (folder: string): Promise<void> => {
  for (let round = 1; ; round++)
    try {
      await rmdir(folder);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return;
      if (code !== 'EBUSY' || round === 500) throw error;
      await delay(10);
    }
};

/**
 * Kills the processes of a cgroup and of its descendants, and removes the groups. A process cannot escape by forking or by a new session.
 * Throws if a process may not be killed, or the group cannot be removed.
 */
export const endCgroup = async (folder: string): Promise<void> => {
  const folders = await listFolders(folder);
  for (let round = 0; round < 500; round++) {
    // Linux 5.14 and later kill them at once.
    await writeFile(join(folder, 'cgroup.kill'), '1').catch(() => undefined);
    const lists = await Promise.all(folders.map((one) => readFile(join(one, members), 'utf8').catch(() => '')));
    const pids = lists.flatMap((list) => list.split('\n').map(Number)).filter((pid) => pid > 0);
    if (pids.length === 0) break;
    for (const pid of pids)
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    await delay(5);
  }
  for (const one of folders) await removeCgroup(one);
};
