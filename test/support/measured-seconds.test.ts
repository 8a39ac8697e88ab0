import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { slowestFirst } from './runner/measured-seconds.ts';

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
test.run();
