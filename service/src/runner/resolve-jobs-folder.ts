import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RunnerOptions } from './runner.ts';

const folderPrefix = `slipway-jobs-${hostname()}-${process.getuid?.() ?? 0}-`;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Deletes temporary folders left by ended processes of this user. */
const removeStaleFolders = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(folderPrefix) ? Number(name.slice(folderPrefix.length).split('-')[0]) : 0;
    if (pid > 0 && !isAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
};

/** The folder of jobs that a store has for itself: `jobs` in its folder; undefined for a store without one. */
export const findOwnJobsFolder = (store: string): string | undefined =>
  store === 'memory' || /^postgres(ql)?:\/\//.test(store) ? undefined : join(resolve(store), 'jobs');

/** The folder of jobs: the chosen one, `jobs` in the store's folder, or a temporary one if the store has no folder. */
export const resolveJobsFolder = async (
  store: string,
  configured: string | undefined,
): Promise<Pick<RunnerOptions, 'folder' | 'isTemporary'>> => {
  if (configured !== undefined) return { folder: resolve(configured) };
  const own = findOwnJobsFolder(store);
  if (own !== undefined) return { folder: own };
  await removeStaleFolders();
  return { folder: await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`)), isTemporary: true };
};
