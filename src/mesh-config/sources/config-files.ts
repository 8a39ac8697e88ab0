import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface ConfigFile {
  readonly path: string;
  /** Differs when the file was written or replaced. */
  readonly signature: string;
}
export interface ConfigTree { readonly files: readonly ConfigFile[]; readonly folders: readonly string[] }

/** A mounted volume keeps its versions in folders of such names, and points to one of them from the names that people see. */
const isInner = (name: string): boolean => name.startsWith('..');

/** Every .yaml and .yml below a folder, in the order of their paths; links are followed, each folder is looked through once. Rejects when the folder itself cannot be read. */
export const configTree = async (root: string): Promise<ConfigTree> => {
  const files: ConfigFile[] = [], folders: string[] = [];
  const seen = new Set<string>();
  const look = async (folder: string, entries: readonly Dirent[]): Promise<void> => {
    folders.push(folder);
    for (const { name } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (isInner(name)) continue;
      const path = join(folder, name);
      const found = await stat(path, { bigint: true }).catch(() => undefined);
      if (found?.isDirectory()) await enter(path).catch(() => {});
      else if (found?.isFile() && /\.ya?ml$/i.test(name)) files.push({ path, signature: `${found.dev}.${found.ino}.${found.size}.${found.mtimeNs}.${found.ctimeNs}` });
    }
  };
  const enter = async (folder: string): Promise<void> => {
    const real = await realpath(folder);
    if (seen.has(real)) return;
    seen.add(real);
    await look(folder, await readdir(folder, { withFileTypes: true }));
  };
  await enter(root);
  return { files, folders };
};
