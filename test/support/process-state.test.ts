import { mkdtempSync, realpathSync, rmdirSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { describeChanges, readProcessState } from './runner/process-state.ts';

const test = suite('what the test files of a process share');

/** What is found after a change, and after it was taken back. */
const findChanges = (change: () => void, restore: () => void): readonly (readonly string[])[] => {
  const before = readProcessState();
  change();
  const found = describeChanges(before, readProcessState());
  restore();
  return [found, describeChanges(before, readProcessState())];
};

test('an untouched process is unchanged', () => {
  assert.equal(describeChanges(readProcessState(), readProcessState()), []);
});
test('environment and working directory', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-state-')));
  const former = process.cwd();
  assert.equal(
    findChanges(
      () => {
        process.chdir(folder);
        process.env['A_NEW_ONE'] = '1';
      },
      () => {
        process.chdir(former);
        delete process.env['A_NEW_ONE'];
      },
    ),
    [['the working directory', 'process.env.A_NEW_ONE'], []],
  );
  rmdirSync(folder);
});
test('listeners of the process, but for its end', () => {
  const listener = (): void => {};
  assert.equal(
    findChanges(
      () => process.on('SIGUSR2', listener).on('exit', listener),
      () => process.off('SIGUSR2', listener),
    ),
    [['listeners for SIGUSR2'], []],
  );
  process.off('exit', listener);
});
test('globals, functions of Node, and the clock', () => {
  const [request, now, write] = [http.request, Date.now, process.stdout.write];
  assert.equal(
    findChanges(
      () => {
        Object.assign(globalThis, { leftBehind: 1 });
        http.request = (() => {}) as unknown as typeof http.request;
        Date.now = () => 0;
        process.stdout.write = (() => true) as typeof process.stdout.write;
      },
      () => {
        Reflect.deleteProperty(globalThis, 'leftBehind');
        http.request = request;
        Date.now = now;
        // An own member now, with the function of the prototype.
        process.stdout.write = write;
      },
    ),
    [['process.stdout.write', 'Date.now', 'http.request', 'globalThis.leftBehind'], []],
  );
});
test.run();
