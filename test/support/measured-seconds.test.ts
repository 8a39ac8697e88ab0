import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMeasuredSeconds, slowestFirst, writeUsualSeconds } from './runner/measured-seconds.ts';
import { temporaryFolder } from './temporary-folder.ts';

const test = suite('order of test files');
const groups = [['a.test.ts', 'aa.test.ts'], ['b.test.ts'], ['c.test.ts']];
const watchdogs: Readonly<Record<string, number>> = { 'b.test.ts': 300, 'c.test.ts': 120 };
const order = (measured: Readonly<Record<string, number>>) =>
  slowestFirst(groups, measured, (file) => watchdogs[file]).map(([file]) => file);

test('groups that were measured start by the time their files took, the slowest first', () => {
  const measured = { 'a.test.ts': 2, 'aa.test.ts': 3, 'b.test.ts': 1, 'c.test.ts': 9 };
  assert.equal(order(measured), ['c.test.ts', 'a.test.ts', 'b.test.ts']);
  assert.equal(order({ ...measured, 'aa.test.ts': 8 }), ['a.test.ts', 'c.test.ts', 'b.test.ts']);
});
test('a file that was never measured starts by the watchdog it asks for; one that asks for none is quick', () => {
  assert.equal(order({}), ['b.test.ts', 'c.test.ts', 'a.test.ts']);
  assert.equal(order({ 'a.test.ts': 40 }), ['a.test.ts', 'b.test.ts', 'c.test.ts']);
});
test('what this checkout measured goes before what is usual', () => {
  const folder = temporaryFolder({
    'test/support/runner/usual-seconds.json': '{"a.test.ts":5,"b.test.ts":7}',
    'dist/tests/seconds.json': '{"a.test.ts":1}',
  });
  assert.equal(readMeasuredSeconds(folder), { 'a.test.ts': 1, 'b.test.ts': 7 });
});
test('usual are the seconds of the files that take four or more, in the order of their names', () => {
  const folder = temporaryFolder({ 'test/support/runner/usual-seconds.json': '{"gone.test.ts":9}' });
  const took = (file: string, milliseconds: number) =>
    ({ file, milliseconds, passed: 1, failed: 0, skipped: 0, faults: [], reasons: [], output: '' }) as const;
  writeUsualSeconds(folder, [took('c.test.ts', 4000), took('a.test.ts', 12_345), took('b.test.ts', 3999), took('types', 9000)]);
  assert.is(readFileSync(join(folder, 'test/support/runner/usual-seconds.json'), 'utf8'), '{\n  "a.test.ts": 12,\n  "c.test.ts": 4\n}\n');
});
test.run();
