import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface ResourceFile {
  readonly path: string;
  /** Differs when the file was written or replaced; undefined: it was changed just now, and may be again without showing it. */
  readonly signature: string | undefined;
}
/** A file or folder that cannot be read. */
export interface UnreadableEntry {
  readonly path: string;
  /** `EACCES` */ readonly code: string;
}
/** Files, and entries that cannot be read, in the order of paths. */
export type ResourceFileTree = readonly (ResourceFile | UnreadableEntry)[];

/** Milliseconds: the coarsest resolution of times of file systems. */
const timeResolution = 2000;

/** Folders in which a mounted volume keeps its versions; the visible names are links to one of them. */
const isVolumeInternal = (name: string): boolean => name.startsWith('..');
/** It was deleted since it was listed, or is a dangling link. */
const isNotFound = (code: string | undefined): boolean => code === 'ENOENT' || code === 'ENOTDIR';

/**
 * Every .yaml and .yml below a folder; links are followed, each folder is read once, after it was passed to
 * `entering`. Rejects when the folder itself cannot be read.
 */
export const listResourceFiles = async (root: string, entering: (folder: string) => void = () => {}): Promise<ResourceFileTree> => {
  const tree: (ResourceFile | UnreadableEntry)[] = [];
  const seen = new Set<string>();
  const look = async (path: string, name: string): Promise<void> => {
    const found = await stat(path, { bigint: true });
    if (found.isDirectory()) await enter(path);
    else if (found.isFile() && /\.ya?ml$/i.test(name)) {
      const isSettled = Date.now() - Number(found.ctimeNs / 1_000_000n) > timeResolution;
      tree.push({ path, signature: isSettled ? `${found.dev}.${found.ino}.${found.size}.${found.mtimeNs}.${found.ctimeNs}` : undefined });
    }
  };
  const enter = async (folder: string): Promise<void> => {
    const real = await realpath(folder);
    if (seen.has(real)) return;
    seen.add(real);
    entering(folder);
    for (const name of (await readdir(folder)).sort()) {
      if (isVolumeInternal(name)) continue;
      const path = join(folder, name);
      await look(path, name).catch(({ code, message }: NodeJS.ErrnoException) => {
        if (!isNotFound(code)) tree.push({ path, code: code ?? message });
      });
    }
  };
  await enter(root);
  return tree;
};
