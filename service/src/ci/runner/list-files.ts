import { lstat, opendir, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { jobLimits } from './job-limits.ts';

/** A file below a folder; `path` has slashes on every system. */
export interface ListedFile {
  readonly file: string;
  readonly path: string;
}

/** The path of a place without links; undefined if it is below `root` and a linked folder leads to it. */
const resolvePlace = async (root: string, place: string): Promise<string | undefined> => {
  const real = join(await realpath(dirname(place)), basename(place));
  const below = relative(root, place);
  if (below === '' || below === '..' || below.startsWith('../')) return real;
  return real === join(await realpath(root), below) ? real : undefined;
};

/**
 * Lists the regular files of a folder in the order of their paths; for a file, itself with an empty path. Links, pipes and devices are
 * left out, and so is a place below `root` that a linked folder leads to. `file` is without links.
 */
export const listFiles = async (given: string, root: string): Promise<readonly ListedFile[]> => {
  // Without a trailing slash, which would make the system follow a link.
  const place = await resolvePlace(root, resolve(given));
  if (place === undefined) return [];
  const stored = await lstat(place);
  if (stored.isFile()) return [{ file: place, path: '' }];
  const found: ListedFile[] = [];
  let visited = 0;
  const folders = stored.isDirectory() ? [''] : [];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const entry of await opendir(join(place, folder))) {
      if (++visited > jobLimits.entries) return found;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) found.push({ file: join(place, path), path });
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
};
