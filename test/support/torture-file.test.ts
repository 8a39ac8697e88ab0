import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { runTortureFile } from './torture-file.ts';

const test = suite('one file of the torture');
const fixtures = new URL('./fixtures/runner/', import.meta.url).pathname;
const run = async (fixture: string, file: string, milliseconds: number) => {
  const printed: string[] = [];
  const options = { end: Date.now() + milliseconds, print: (text: string) => void printed.push(text), root: fixtures + fixture };
  return { outcome: await runTortureFile(file, 7, options), printed };
};
/** Not one that has ended and is not yet forgotten. */
const isRunning = (pid: string): boolean =>
  spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout.trim().replace(/^Z.*/, '') !== '';

test('is run by the runner, with its seed, and no other file is whose path ends with its path', async () => {
  assert.equal(await run('needs-runner', 'test/needs-runner.test.ts', 60_000), { outcome: 'passed', printed: [] });
});
test('that fails is printed', async () => {
  const { outcome, printed } = await run('needs-runner', 'test/test/needs-runner.test.ts', 60_000);
  assert.is(outcome, 'failed');
  assert.match(printed.join(''), 'is not chosen by the path of another file');
});
test('that has not ended with the time is cut off, with the process that runs it', async () => {
  const file = join(temporaryFolder(), 'process');
  process.env['HANGING_PROCESS'] = file;
  try {
    assert.equal(await run('hangs', 'test/hangs.test.ts', 8000), { outcome: 'cut', printed: [] });
  } finally {
    delete process.env['HANGING_PROCESS'];
  }
  const pid = readFileSync(file, 'utf8');
  // Nothing runs there any more, though its entry may wait for a parent to read it.
  for (let left = 200; left > 0 && isRunning(pid); left--) await pause(10);
  assert.is(isRunning(pid), false);
});

test.run();
