import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Outcome } from './runner/file.ts';
import { chooseRetries, describeUnsteady, replaceOutcomes } from './runner/retry.ts';

const test = suite('files that are run again');
const outcome = (file: string, failed: number): Outcome => ({
  file,
  passed: 1,
  failed,
  skipped: 0,
  faults: [],
  reasons: [],
  output: '',
  milliseconds: 1,
});

test('are up to three test files that failed', () => {
  const passed = outcome('test/a.test.ts', 0);
  const failed = ['b', 'c', 'd', 'e'].map((name) => outcome(`test/${name}.test.ts`, 1));
  assert.equal(chooseRetries([passed, ...failed.slice(0, 3)]), ['test/b.test.ts', 'test/c.test.ts', 'test/d.test.ts']);
  assert.equal(chooseRetries([passed, ...failed]), []);
  assert.equal(chooseRetries([passed]), []);
});

test('are none where a check failed: chance has no part in types', () => {
  assert.equal(chooseRetries([outcome('types', 1), outcome('test/b.test.ts', 1)]), []);
});

test('count by their later outcome, and are named when that is well', () => {
  const first = [outcome('test/a.test.ts', 0), outcome('test/b.test.ts', 1), outcome('test/c.test.ts', 1)];
  const again = [outcome('test/b.test.ts', 0), outcome('test/c.test.ts', 1)];
  assert.equal(
    replaceOutcomes(first, again).map(({ file, failed }) => [file, failed]),
    [
      ['test/a.test.ts', 0],
      ['test/b.test.ts', 0],
      ['test/c.test.ts', 1],
    ],
  );
  assert.is(describeUnsteady(again), 'passed only when run again, which is a defect of the test or of what it tests: test/b.test.ts');
  assert.is(describeUnsteady([]), undefined);
});

test.run();
