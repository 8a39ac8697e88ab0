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

/** Temporary folders of services of this user that are gone. */
const removeStaleFolders = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(folderPrefix) ? Number(name.slice(folderPrefix.length).split('-')[0]) : 0;
    if (pid > 0 && !isAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
};

/** Where jobs live: the folder that was said, `jobs` in the store's own, or a temporary one where the store has none. */
export const resolveJobsFolder = async (
  store: string,
  said: string | undefined,
): Promise<Pick<RunnerOptions, 'folder' | 'isTemporary'>> => {
  if (said !== undefined) return { folder: resolve(said) };
  if (store !== 'memory' && !/^postgres(ql)?:\/\//.test(store)) return { folder: join(resolve(store), 'jobs') };
  await removeStaleFolders();
  return { folder: await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`)), isTemporary: true };
};
