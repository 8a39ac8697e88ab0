import { existsSync, readlinkSync } from 'node:fs';
import { dirname, join, parse, resolve, sep } from 'node:path';

/** The most links that are followed: as many as the system itself follows. */
const maxLinks = 40;

const linkTargetOf = (path: string): string | undefined => {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
};
const nearestExistingFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestExistingFolder(dirname(folder));

/**
 * The folders in which a change gives a path another content: where the file is, and where each link on the way to it is.
 * Where a folder is not there, it is the nearest one above it: something has to come there first.
 */
export const findFoldersLeadingTo = (path: string): readonly string[] => {
  const folders = new Set<string>();
  let links = 0;
  const walk = (to: string): string => {
    let here = parse(to).root;
    for (const name of to.slice(here.length).split(sep)) {
      const next = join(here, name),
        target = linkTargetOf(next);
      if (target !== undefined && (links += 1) <= maxLinks) {
        folders.add(here);
        here = walk(resolve(here, target));
      } else here = next;
    }
    return here;
  };
  return [...folders.add(nearestExistingFolder(dirname(walk(resolve(path)))))];
};
