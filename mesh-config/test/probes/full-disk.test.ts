// watchdog: 60 s
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleScripts } from '@slipway/test-support/bundled-scripts';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('mesh-config probe files on a full disk');

/** A separate disk with room for this many files, visible to this process only; its folder counts as one. */
const onDisk = (files: number, ...command: readonly string[]) => {
  const folder = temporaryFolder();
  const mounted = spawnSync(
    'unshare',
    [
      '--mount',
      'sh',
      '-c',
      `mount -t tmpfs -o size=64k,nr_inodes=${files + 1} probes "$0" && exec "$@"`,
      folder,
      ...command.map((part) => part.replace('FOLDER', folder)),
    ],
    { encoding: 'utf8' },
  );
  return { folder, status: mounted.status, stdout: mounted.stdout ?? '', stderr: mounted.stderr ?? '' };
};
const mounting = onDisk(1, 'true').status === 0 ? test : skipWithReason(test, 'no right to mount a small disk');

mounting('a start is refused; later the file is missing, which is told once, until there is room again', () => {
  const [script] = bundleScripts(join(import.meta.dirname, 'on-full-disk.ts'));
  const { folder, stdout, stderr } = onDisk(1, process.execPath, script, 'FOLDER');
  const sentence = `readiness probe: ENOSPC: no space left on device, open '${folder}/ready'`;
  assert.equal(stderr, '');
  assert.equal(JSON.parse(stdout), {
    refused: sentence,
    full: false,
    left: false,
    lines: ['error validation server turns unavailable: no answer', 'info validation server turns available', `error ${sentence}`],
  });
});
test.run();
