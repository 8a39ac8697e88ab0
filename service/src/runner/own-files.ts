import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** A path relative to a folder; undefined if it is outside. */
export const findRelativePath = (folder: string, path: string): string | undefined => {
  const below = relative(folder, path);
  return below === '' ? '.' : below === '..' || below.startsWith('../') || below.startsWith('/') ? undefined : below;
};

/** Whether a handle is of the file of this path, and of none that a linked folder leads to; true where the system does not show it. */
const isOfPath = async ({ fd }: FileHandle, file: string): Promise<boolean> =>
  (await readlink(`/proc/self/fd/${fd}`).catch(() => file)) === file;

/** Opens a file for reading if it is still a regular file: a job may have replaced it, or a folder above it, in the meantime. */
export const openRegularFile = async (file: string): Promise<{ readonly handle: FileHandle; readonly size: number } | undefined> => {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stored = await handle.stat();
  if (stored.isFile() && (await isOfPath(handle, file))) return { handle, size: stored.size };
  await handle.close();
  return undefined;
};

/**
 * The content of a file in a folder that processes of a piece of work could write to. Undefined: it does not exist, or its path contains a
 * link, which could lead to a file that only this process may read. `most`: maximum size in bytes; a larger file is refused.
 */
export async function readOwnFile(folder: string, path: string): Promise<Buffer | undefined>;
export async function readOwnFile(folder: string, path: string, most: number): Promise<Buffer | 'too large' | undefined>;
export async function readOwnFile(folder: string, path: string, most = Infinity): Promise<Buffer | 'too large' | undefined> {
  const below = findRelativePath(folder, join(folder, path));
  if (below === undefined) return undefined;
  try {
    const opened = await openRegularFile(join(await realpath(folder), below));
    if (!opened) return undefined;
    try {
      return opened.size > most ? 'too large' : await opened.handle.readFile();
    } finally {
      await opened.handle.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return undefined;
    throw error;
  }
}

/** A piece of work put a link where the runner writes for it. */
export class LinkPlanted extends Error {}

const requireOwnFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (!(await lstat(folder)).isDirectory()) throw new LinkPlanted(`${folder} is no folder any more`);
};

/**
 * Writes a file into a folder that processes of a piece of work could write to, and that none of them uses at the moment. Throws
 * LinkPlanted where a link leads to its place; a link at the place itself is replaced. `path`: relative, and below the folder.
 */
export const writeOwnFile = async (folder: string, path: string, content: string | Uint8Array): Promise<void> => {
  const file = join(folder, path);
  const parents = dirname(relative(folder, file)).split('/');
  for (const [at] of parents.entries()) await requireOwnFolder(join(folder, ...parents.slice(0, at + 1)));
  await rm(file, { recursive: true, force: true });
  await writeFile(file, content, { flag: 'wx', mode: 0o600 });
};
