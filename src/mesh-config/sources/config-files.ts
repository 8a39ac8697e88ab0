import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface ConfigFile {
  readonly path: string;
  /** Differs when the file was written or replaced; undefined: it was changed just now, and may be again without showing it. */
  readonly signature: string | undefined;
}
/** A file or folder of which nobody can say what is in it. */
export interface Unread { readonly path: string; /** `EACCES` */ readonly code: string }
/** In the order of paths. */
export type ConfigTree = readonly (ConfigFile | Unread)[];

/** Milliseconds: file systems tell times no finer than this. */
const coarse = 2000;

/** A mounted volume keeps its versions in folders of such names, and points to one of them from the names that people see. */
const isInner = (name: string): boolean => name.startsWith('..');
/** It went away since it was seen, or is a link to nothing. */
const isGone = (code: string | undefined): boolean => code === 'ENOENT' || code === 'ENOTDIR';

/**
 * Every .yaml and .yml below a folder; links are followed, each folder is looked through once, after it was told to
 * `entering`. Rejects when the folder itself cannot be read.
 */
export const configTree = async (root: string, entering: (folder: string) => void = () => {}): Promise<ConfigTree> => {
  const tree: (ConfigFile | Unread)[] = [];
  const seen = new Set<string>();
  const look = async (path: string, name: string): Promise<void> => {
    const found = await stat(path, { bigint: true });
    if (found.isDirectory()) await enter(path);
    else if (found.isFile() && /\.ya?ml$/i.test(name)) {
      const isSettled = Date.now() - Number(found.ctimeNs / 1_000_000n) > coarse;
      tree.push({ path, signature: isSettled ? `${found.dev}.${found.ino}.${found.size}.${found.mtimeNs}.${found.ctimeNs}` : undefined });
    }
  };
  const enter = async (folder: string): Promise<void> => {
    const real = await realpath(folder);
    if (seen.has(real)) return;
    seen.add(real);
    entering(folder);
    for (const name of (await readdir(folder)).sort()) {
      if (isInner(name)) continue;
      const path = join(folder, name);
      await look(path, name).catch(({ code, message }: NodeJS.ErrnoException) => { if (!isGone(code)) tree.push({ path, code: code ?? message }); });
    }
  };
  await enter(root);
  return tree;
};
