import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of jobs on this machine. Only its owner has access. */
export interface JobsFolder {
  /** The first part of the marks of its jobs' processes. */
  readonly id: string;
  /** Folders of running jobs; removed when they end. */
  readonly work: string;
  /** Output of steps: `output/<job>/<node>.log`. */
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

/** Removes a folder of a job, read-only files included. Never rejects: what remains is removed at the next start. */
export const removeTree = async (path: string): Promise<void> => {
  await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
};

/** Opens the folder of jobs and creates what is missing. Throws the system's error. */
export const openJobsFolder = async (path: string): Promise<JobsFolder> => {
  const at = (name: string): string => join(path, name);
  for (const name of ['.', 'work', 'output', 'artifacts', 'archives']) await mkdir(at(name), { recursive: true, mode: 0o700 });
  return { id: await readFolderId(at('id')), work: at('work'), output: at('output'), artifacts: at('artifacts'), archives: at('archives') };
};
