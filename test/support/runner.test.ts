import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('runner');
/** `test/run.ts` as it is bundled with the tests: it starts in a third of the time. */
const runner = new URL('../../dist/tests/run.js', import.meta.url).pathname;
const fixtures = new URL('./fixtures/runner/', import.meta.url).pathname;

/** Runs the runner on one fixture tree: its exit code, its last line, and all it printed with durations taken out. */
function run(fixture: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [runner, '--root', fixtures + fixture, ...args], {
    encoding: 'utf8',
    cwd: new URL('../..', import.meta.url).pathname,
  });
  const text = (stdout + stderr).replace(/\d+\.\d s\b/g, 'N s');
  return { status, last: text.trimEnd().split('\n').at(-1), text };
}

test('prints one line for a file that passes', () => {
  assert.equal(run('passes'), {
    status: 0,
    last: '2 passed, 0 failed',
    text: 'ok   test/passes.test.ts  2 passed, 0 failed  N s\n2 passed, 0 failed\n',
  });
});
test('prints a failure in full and exits with 1', () => {
  const { status, last, text } = run('fails');
  assert.is(status, 1);
  assert.is(last, '1 passed, 1 failed');
  assert.match(text, 'FAIL test/fails.test.ts  1 passed, 1 failed');
  assert.match(text, 'Expected values to be strictly equal:');
  assert.match(text, '"is wrong"');
  assert.match(text, 'at Object.handler (test/support/fixtures/runner/fails/test/fails.test.ts:6:31)');
  assert.match(text, 'failed: test/fails.test.ts');
});
test('counts the tests behind a before hook that throws as failed, and shows what it threw', () => {
  const { status, last, text } = run('before');
  assert.is(status, 1);
  assert.is(last, '0 passed, 2 failed');
  assert.match(text, "a before hook of suite 'fixture' threw: Error: no service to be had");
});
test('counts an after hook that throws as failed', () => {
  const { status, last, text } = run('after');
  assert.is(status, 1);
  assert.is(last, '0 passed, 1 failed');
  assert.match(text, "a after hook of suite 'fixture' threw: Error: cannot tidy up");
});
test('counts the tests of a suite that was never run as failed', () => {
  const { status, last, text } = run('no-run');
  assert.is(status, 1);
  assert.is(last, '1 passed, 2 failed');
  assert.match(text, "suite 'forgotten' has 2 tests after its last .run(): call .run() at its end");
});
test('counts a file in which no test ran as failed', () => {
  const { status, last, text } = run('empty');
  assert.is(status, 1);
  assert.is(last, '0 passed, 1 failed');
  assert.match(text, 'no test ran: is .run() missing?');
});
test('counts a crash as failed and keeps what had passed', () => {
  const { status, last, text } = run('crash');
  assert.is(status, 1);
  assert.is(last, '1 passed, 1 failed');
  assert.match(text, 'fell over');
  assert.match(text, 'ended before its tests did (exit code 1)');
});
test('counts an exit code other than 0 as failed', () => {
  const { status, last, text } = run('exit-code');
  assert.is(status, 1);
  assert.is(last, '1 passed, 1 failed');
  assert.match(text, 'its tests passed, but it ended with exit code 3');
});
test('counts a process that ends in the middle of a test as failed', () => {
  const { status, last } = run('drains');
  assert.is(status, 1);
  assert.is(last, '0 passed, 1 failed');
});
test('kills a file that does not finish', () => {
  const { status, last, text } = run('hangs', '--timeout', '2');
  assert.is(status, 1);
  assert.is(last, '0 passed, 1 failed');
  assert.match(text, 'did not finish within 2 s and was killed');
});
test('kills a file that leaves something open after its last test', () => {
  const { status, last, text } = run('left-open', '--ending', '1');
  assert.is(status, 1);
  assert.is(last, '1 passed, 1 failed');
  assert.match(text, 'was still running 1 s after its last test: something is left open');
});
test('ends the processes that a file leaves behind', async () => {
  const file = join(temporaryFolder(), 'pid');
  process.env['FORGOTTEN_PROCESS'] = file;
  try {
    assert.is(run('leaves-child').last, '1 passed, 0 failed');
  } finally {
    delete process.env['FORGOTTEN_PROCESS'];
  }
  const pid = Number(readFileSync(file, 'utf8'));
  assert.ok(pid > 1);
  const isRunning = (): boolean => {
    try {
      // A process that has ended and that nobody waits for is a zombie.
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  // The signal is sent; a busy machine takes its time to end the process.
  for (const since = Date.now(); process.platform === 'linux' && isRunning() && Date.now() - since < 5000;) await pause(20);
  if (process.platform === 'linux') assert.is(isRunning(), false, `process ${pid} is still running`);
});
test('a file that fails once and passes alone counts as passed, and is named at the end', () => {
  process.env['FAILED_ONCE'] = join(temporaryFolder(), 'failed');
  try {
    const { status, last, text } = run('once', '--retry');
    assert.equal([status, last], [0, '1 passed, 0 failed']);
    assert.match(text, 'FAIL test/once.test.ts  0 passed, 1 failed');
    assert.match(text, '\nthis file failed and is run again, alone: test/once.test.ts\nok   test/once.test.ts  1 passed, 0 failed  N s\n');
    assert.match(text, '\npassed only when run again, which is a defect of the test or of what it tests: test/once.test.ts\n');
  } finally {
    delete process.env['FAILED_ONCE'];
  }
});
test('a file that fails again is failed, and a file is not run again unasked', () => {
  assert.is(run('fails', '--retry').last, '1 passed, 1 failed');
  process.env['FAILED_ONCE'] = join(temporaryFolder(), 'failed');
  try {
    assert.is(run('once').last, '0 passed, 1 failed');
  } finally {
    delete process.env['FAILED_ONCE'];
  }
});
test('counts skips and prints their reason', () => {
  const { status, last, text } = run('skips');
  assert.is(status, 0);
  assert.is(last, '1 passed, 0 failed, 2 skipped');
  assert.match(text, 'skipped: no engine here');
});
test('counts a skip without a reason as failed', () => {
  const { status, last, text } = run('skips-silently');
  assert.is(status, 1);
  assert.is(last, '1 passed, 1 failed, 1 skipped');
  assert.match(text, 'skips without saying why');
});
test('counts a test.only left behind as failed', () => {
  const { status, last } = run('only');
  assert.is(status, 1);
  assert.is(last, '1 passed, 1 failed, 1 skipped');
});
test('runs several files in one process, tells them apart, and continues in another one when it ends', () => {
  const { status, last, text } = run('several', '--ending', '1');
  assert.is(status, 1);
  assert.is(last, '4 passed, 4 failed');
  const [, b = '', c = '', d = '', e = ''] = ['a', 'b', 'c', 'd', 'e', 'f'].map(
    (name) => new RegExp(`^(?:ok  |FAIL) test/${name}\\.test\\.ts[^]*?(?=^(?:ok  |FAIL|\nfailed))`, 'm').exec(text)?.[0],
  );
  assert.match(text, 'ok   test/a.test.ts  1 passed, 0 failed');
  assert.match(b, 'is wrong');
  assert.not.match(b, 'first of all');
  assert.match(c, 'fell over');
  assert.match(c, 'ended before its tests did (exit code 1)');
  assert.match(d, 'was still running 1 s after its last test: something is left open');
  assert.match(e, 'its tests passed, but it ended with exit code 3');
  assert.match(text, 'ok   test/f.test.ts  1 passed, 0 failed');
  assert.match(text, /^6 files and checks, 3 processes, \d+ s of processor time$/m);
});
test('runs the files after one that changed what all share in another process', () => {
  const { status, last, text } = run('changes');
  assert.equal([status, last], [0, '2 passed, 0 failed']);
  assert.match(text, 'the next file runs in another process: this one changed globalThis.leftBehind');
  assert.match(text, '2 files and checks, 2 processes');
});
test('gives each file the environment that the run has', () => {
  const { last, text } = run('environment');
  assert.is(last, '2 passed, 0 failed');
  assert.match(text, '2 files and checks, 1 processes');
});
test('runs a file that asks for it in a process of its own', () => {
  const { last, text } = run('own');
  assert.is(last, '3 passed, 0 failed');
  assert.match(text, '3 files and checks, 2 processes');
});
test('fails when no file matches', () => {
  assert.equal(run('passes', 'nowhere'), {
    status: 1,
    last: '0 passed, 0 failed',
    text: 'no test file matches nowhere\n0 passed, 0 failed\n',
  });
});
test('answers an unknown option with the options there are', () => {
  const { status, text } = run('passes', '--nothing');
  assert.is(status, 2);
  assert.match(text, "Unknown option '--nothing'.\n\nnpm test -- [PART OF A PATH ...] [options]\n");
  assert.not.match(text, '    at ');
});
test('prints its options with --help, and runs nothing', () => {
  const { status, text } = run('passes', '--help');
  assert.is(status, 0);
  assert.match(text, '  --changed         only tests that uncommitted changes reach\n');
  assert.not.match(text, 'passed');
});
test.run();
