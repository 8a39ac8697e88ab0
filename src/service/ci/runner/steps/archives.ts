import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { limits } from '../limits.ts';
import { type Ended, type Node, run } from '../node.ts';
import type { Archive } from '../keep.ts';

/** 512 bytes each, as `ulimit` counts. */
const blocks = String(Math.ceil(limits.archive / 512));

/** Packs these paths of a folder; undefined: it failed, which the log tells. */
export const pack = async (node: Node, folder: string, paths: readonly string[]): Promise<Archive | undefined> => {
  const file = join(node.keep.folder.archives, `${node.keep.newId()}.tar.gz`);
  const half = `${file}.part`;
  const words = ['/bin/sh', '-c', 'ulimit -f "$1"; file=$2; shift 2; exec tar -czf "$file" -- "$@"', 'pack', blocks, half, ...paths.map((path) => `./${path}`)];
  if (await run(node, { words, folder }) !== 'success') { await rm(half, { force: true }); return undefined; }
  await rename(half, file);
  return { file, size: (await stat(file)).size };
};

/** Unpacks into a folder, over what is there. */
export const unpack = async (node: Node, { file }: Archive, folder: string): Promise<Ended> => {
  await mkdir(folder, { recursive: true });
  return run(node, { words: ['/bin/sh', '-c', 'exec tar -xzf "$1"', 'unpack', file], folder });
};

/** A path as seen from a folder that it must be in; undefined: it leads out of it. */
export const within = (folder: string, path: string): string | undefined => {
  const below = relative(folder, path);
  return below === '' ? '.' : below === '..' || below.startsWith('../') || below.startsWith('/') ? undefined : below;
};
