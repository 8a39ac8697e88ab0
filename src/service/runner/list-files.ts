import { constants } from 'node:fs';
import { type FileHandle, lstat, open, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { runnerLimits } from './runner-limits.ts';

/** A file below a place; `path` has slashes, whatever the system has. */
export interface ListedFile {
  readonly file: string;
  readonly path: string;
}

/** The regular files at a place, or the file itself with an empty path, in the order of their names. Links, pipes and devices are left alone. */
export const listFiles = async (place: string): Promise<readonly ListedFile[]> => {
  const there = await lstat(place);
  if (there.isFile()) return [{ file: place, path: '' }];
  const found: ListedFile[] = [];
  let looked = 0;
  const folders = there.isDirectory() ? [''] : [];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const entry of await opendir(join(place, folder))) {
      if (++looked > runnerLimits.entries) return found;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) found.push({ file: join(place, path), path });
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
};

/** Opened to be read, but only if it is a regular file still: what a job left there may change while it is looked at. */
export const openRegularFile = async (file: string): Promise<{ readonly handle: FileHandle; readonly size: number } | undefined> => {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const there = await handle.stat();
  if (there.isFile()) return { handle, size: there.size };
  await handle.close();
  return undefined;
};
