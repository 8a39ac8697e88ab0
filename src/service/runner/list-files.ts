import { constants } from 'node:fs';
import { type FileHandle, lstat, open, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { runnerLimits } from './runner-limits.ts';

/** A file below a folder; `path` has slashes on every system. */
export interface ListedFile {
  readonly file: string;
  readonly path: string;
}

/**
 * Lists the regular files of a folder in the order of their paths; for a file, itself with an empty path. Links, pipes and devices are
 * left out.
 */
export const listFiles = async (place: string): Promise<readonly ListedFile[]> => {
  const stored = await lstat(place);
  if (stored.isFile()) return [{ file: place, path: '' }];
  const found: ListedFile[] = [];
  let visited = 0;
  const folders = stored.isDirectory() ? [''] : [];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const entry of await opendir(join(place, folder))) {
      if (++visited > runnerLimits.entries) return found;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) found.push({ file: join(place, path), path });
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
};

/** Opens a file for reading if it is still a regular file: a job may have replaced it in the meantime. */
export const openRegularFile = async (file: string): Promise<{ readonly handle: FileHandle; readonly size: number } | undefined> => {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stored = await handle.stat();
  if (stored.isFile()) return { handle, size: stored.size };
  await handle.close();
  return undefined;
};
