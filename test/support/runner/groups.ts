import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Files that run in one process at most, and at least where there are fewer than each of several workers could have. */
const groupSize = { most: 80, least: 6 };

/** How many files run in one process, where so many workers share so many files. */
export const chooseGroupSize = (files: number, workers: number): number =>
  Math.min(groupSize.most, Math.max(groupSize.least, Math.ceil(files / workers)));

/** A file that needs a process of its own says so in a line of its own: `// process: own`. */
export const needsOwnProcess = (file: string): boolean => /^\/\/ process: own$/m.test(readFileSync(file, 'utf8'));

/** The first two folders of a path: what stands there shares most of what it loads. */
const areaOf = (file: string): string => dirname(file).split('/').slice(0, 2).join('/');

/** Neighbors of one package that fit into one group: a process more costs half a second before its first test. */
function joinSmall(groups: readonly (readonly string[])[], size: number): string[][] {
  const joined: string[][] = [];
  for (const group of groups) {
    const last = joined.at(-1);
    if (last && last[0]!.split('/')[0] === group[0]!.split('/')[0] && last.length + group.length <= size) last.push(...group);
    else joined.push([...group]);
  }
  return joined;
}

/**
 * Files that run one after the other in one process: neighbors, in the order of their paths, so that the same files always run together.
 * A folder is divided only if it alone has more than fit into one group, which is of at most `size` files; areas are joined only whole.
 */
export function groupFiles(
  files: readonly string[],
  isAlone: (file: string) => boolean,
  size: number = groupSize.most,
): readonly (readonly string[])[] {
  const folders = new Map<string, string[]>();
  for (const file of files.filter((one) => !isAlone(one)).toSorted())
    folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file]);
  const groups: string[][] = [];
  for (const members of folders.values()) {
    const last = groups.at(-1);
    if (last && areaOf(last[0]!) === areaOf(members[0]!) && last.length + members.length <= size) last.push(...members);
    else for (let start = 0; start < members.length; start += size) groups.push(members.slice(start, start + size));
  }
  return [...joinSmall(groups, size), ...files.filter(isAlone).map((file) => [file])];
}
