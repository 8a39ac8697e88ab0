import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { runMeshConfig } from './run-mesh-config.ts';

const test = suite('mesh-config probe');
const probe = (path: string, interval: string) => runMeshConfig(['probe', '--probe-path', path, '--interval', interval]);
/** The result of a failed probe: one line on standard error and exit code 255. */
const failure = (message: string) => ({ code: 255, stdout: '', stderr: `Error: ${message}\n` });

test('a file modified within the interval is OK, without a newline', async () => {
  assert.equal(await probe(join(temporaryFolder({ live: '' }), 'live'), '1h'), { code: 0, stdout: 'OK', stderr: '' });
});
test('a path and an interval are required', async () => {
  for (const words of [
    [],
    ['--interval', '1s'],
    ['--probe-path', '/x'],
    ['--probe-path', '/x', '--interval', '0'],
    ['--probe-path', '/x', '--interval', '-1s'],
    ['--probe-path=', '--interval=1s'],
  ]) {
    assert.equal(await runMeshConfig(['probe', ...words]), failure('some options are not valid'));
  }
});
test('a missing file is a failure', async () => {
  assert.equal(
    await probe('/nonexist/live', '1s'),
    failure('fail on inspecting path /nonexist/live: stat /nonexist/live: no such file or directory'),
  );
  const file = join(temporaryFolder({ live: '' }), 'live');
  assert.equal(await probe(`${file}/x`, '1s'), failure(`fail on inspecting path ${file}/x: stat ${file}/x: not a directory`));
});
for (const [when, printed] of [
  ['2025-11-21 01:28:25.171096236', '2025-11-21 01:28:25.171096236'],
  ['2025-11-21 01:28:25.5', '2025-11-21 01:28:25.5'],
  ['2025-11-21 01:28:25', '2025-11-21 01:28:25'],
  ['1969-12-31 23:59:58.25', '1969-12-31 23:59:58.25'],
] as const)
  test(`a file of ${when} is too old`, async () => {
    const file = join(temporaryFolder({ live: '' }), 'live');
    execFileSync('touch', ['-d', `${when} UTC`, file]);
    assert.equal(
      await probe(file, '1s'),
      failure(`fail on inspecting path ${file}: file ${file} is too old (last modified time ${printed} +0000 UTC, should be within 1.01s)`),
    );
  });
test('a file from the future is not too old', async () => {
  const file = join(temporaryFolder({ live: '' }), 'live');
  execFileSync('touch', ['-d', '2100-01-01 UTC', file]);
  assert.is((await probe(file, '1s')).stdout, 'OK');
});
test('the interval has a tolerance of ten milliseconds', async () => {
  const file = join(temporaryFolder({ live: '' }), 'live');
  execFileSync('touch', ['-d', '@1000000000', file]);
  const now = Date.now;
  try {
    Date.now = () => 1_000_000_001_010;
    assert.is((await probe(file, '1s')).stdout, 'OK');
    Date.now = () => 1_000_000_001_011;
    assert.is((await probe(file, '1s')).code, 255);
  } finally {
    Date.now = now;
  }
});
test('control characters of a path are escaped', async () => {
  assert.equal(await probe('/a\nb', '1s'), failure('fail on inspecting path /a\\nb: stat /a\\nb: no such file or directory'));
});
test.run();
