import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jobLimits } from '../job-limits.ts';
import { type StepResult, type StepContext, makeJobFolder, runCommand } from '../step-context.ts';
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
  await writeFile(half, '', { mode: 0o600 });
  if ((await runCommand(node, { argv: words, folder, writes: [half] })) !== 'success') {
    await rm(half, { force: true });
    return undefined;
  }
  await rename(half, file);
  return { file, size: (await stat(file)).size };
};

/** Unpacks into a folder and overwrites existing files. */
export const unpackArchive = async (node: StepContext, { file }: JobArchive, folder: string): Promise<StepResult> => {
  await makeJobFolder(node, folder);
  return runCommand(node, { argv: ['/bin/sh', '-c', 'exec tar -xzf "$1"', 'unpack', file], folder, reads: [file] });
};
