import { chmod, link, mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { unprocessable } from '../../../http/problem.ts';
import { validateArchive } from '../../configuration-versions/validate-archive.ts';

interface ArchivedFile {
  readonly path: string;
  readonly content: Buffer;
  readonly mode: number;
}
interface ArchivedLink {
  readonly path: string;
  readonly target: string;
  readonly isSymbolic: boolean;
}

const refuse = ({ path }: ArchivedLink): never => {
  throw unprocessable(`the archive has a link that leaves its folder: ${JSON.stringify(path.slice(0, 200))}`);
};

/** Creates links after all files, so that nothing is written through one; each is resolved as the system does. */
const createLinks = async (folder: string, links: readonly ArchivedLink[]): Promise<void> => {
  for (const one of links) {
    const at = join(folder, one.path);
    await mkdir(dirname(at), { recursive: true });
    if (one.isSymbolic) await symlink(one.target, at);
    else await link(join(folder, one.target), at);
  }
  const root = await realpath(folder);
  for (const one of links) {
    const found = await realpath(join(folder, one.path)).catch(() => undefined);
    if (found !== undefined && found !== root && !found.startsWith(root + sep)) refuse(one);
  }
};

/** Unpacks a gzipped tar archive into an empty folder. Throws 422 for a malformed archive, or entries that leave the folder. */
export const unpackConfiguration = async (folder: string, archive: Uint8Array): Promise<void> => {
  const files: ArchivedFile[] = [];
  const links: ArchivedLink[] = [];
  const folders = new Set<string>();
  await validateArchive(archive, {
    takeFile: (path, content, mode) => files.push({ path, content, mode }),
    takeLink: (path, target, isSymbolic) => links.push({ path, target, isSymbolic }),
    takeFolder: (path) => folders.add(join(folder, path)),
  });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const one of folders) await mkdir(one, { recursive: true });
  for (const { path, content, mode } of files) {
    const at = join(folder, path);
    if (!folders.has(dirname(at))) await mkdir(dirname(at), { recursive: true });
    folders.add(dirname(at));
    await writeFile(at, content);
    if ((mode & 0o111) !== 0) await chmod(at, 0o700);
  }
  await createLinks(folder, links);
};
