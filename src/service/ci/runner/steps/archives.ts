import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { jobLimits } from '../job-limits.ts';
import { type StepResult, type StepContext, runCommand } from '../step-context.ts';
import type { JobArchive } from '../job-storage.ts';

/** The size limit in blocks of 512 bytes, as `ulimit` counts. */
const maxBlocks = String(Math.ceil(jobLimits.archive / 512));

/** Packs paths of a folder into an archive; undefined after a failure, which is logged. */
export const packArchive = async (node: StepContext, folder: string, paths: readonly string[]): Promise<JobArchive | undefined> => {
  const file = join(node.storage.folder.archives, `${node.storage.newId()}.tar.gz`);
  const half = `${file}.part`;
  const words = [
    '/bin/sh',
    '-c',
    'ulimit -f "$1"; file=$2; shift 2; exec tar -czf "$file" -- "$@"',
    'pack',
    maxBlocks,
    half,
    ...paths.map((path) => `./${path}`),
  ];
  if ((await runCommand(node, { argv: words, folder })) !== 'success') {
    await rm(half, { force: true });
    return undefined;
  }
  await rename(half, file);
  return { file, size: (await stat(file)).size };
};

/** Unpacks into a folder and overwrites existing files. */
export const unpackArchive = async (node: StepContext, { file }: JobArchive, folder: string): Promise<StepResult> => {
  await mkdir(folder, { recursive: true });
  return runCommand(node, { argv: ['/bin/sh', '-c', 'exec tar -xzf "$1"', 'unpack', file], folder });
};

/** A path relative to a folder; undefined if it is outside. */
export const findRelativePath = (folder: string, path: string): string | undefined => {
  const below = relative(folder, path);
  return below === '' ? '.' : below === '..' || below.startsWith('../') || below.startsWith('/') ? undefined : below;
};
