import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file system in memory, where a file is made in a thirtieth of the time that it takes on a disk. */
const inMemory = '/dev/shm';
/** Bytes. What a run of all tests has in its temporary folders at the same time, with some more. */
const needed = 6 * 1024 ** 3;

const isExecutable = (folder: string): boolean => {
  const script = join(folder, 'script');
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(script);
  rmSync(script);
  return status === 0;
};

/**
 * A folder in memory for the temporary files of tests, removed when the process ends. `undefined`: none can be had here, or `TMPDIR` says
 * where they belong. Programs are started from it, and databases of other users lie in it.
 */
export function temporaryFilesInMemory(): string | undefined {
  if (process.env['TMPDIR'] !== undefined || !existsSync(inMemory)) return undefined;
  const { bavail, bsize } = statfsSync(inMemory);
  if (bavail * bsize < needed) return undefined;
  const folder = mkdtempSync(join(inMemory, 'slipway-tests-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o1777);
  return isExecutable(folder) ? folder : undefined;
}
