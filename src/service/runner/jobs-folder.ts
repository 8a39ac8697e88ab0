import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where jobs live on this machine. Everything in it is for its owner alone. */
export interface JobsFolder {
  /** What processes of its jobs are marked with. */
  readonly id: string;
  /** Fresh folders of jobs that run; gone when they are over. */
  readonly work: string;
  /** What steps wrote: `output/<job>/<node>.log`. */
  readonly output: string;
  /** `artifacts/<job>/<node>/<number>` */
  readonly artifacts: string;
  /** Archives: caches of projects, layers of workspaces. */
  readonly archives: string;
}

const readFolderId = async (file: string): Promise<string> => {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const id = randomUUID();
    await writeFile(`${file}.new`, `${id}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
    return id;
  }
};

/** Removes a folder of a job, with what a job made read-only in it. Never rejects: what stays is tried again at the next start. */
export const removeTree = async (path: string): Promise<void> => {
  await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
};

/** Makes what is missing. Throws the system's error. */
export const openJobsFolder = async (path: string): Promise<JobsFolder> => {
  const at = (name: string): string => join(path, name);
  for (const name of ['.', 'work', 'output', 'artifacts', 'archives']) await mkdir(at(name), { recursive: true, mode: 0o700 });
  return { id: await readFolderId(at('id')), work: at('work'), output: at('output'), artifacts: at('artifacts'), archives: at('archives') };
};
