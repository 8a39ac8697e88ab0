import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { slowestFirst } from './runner/measured-seconds.ts';

const test = suite('order of test files');
const files = [
  { file: 'a.test.ts', seconds: 120 },
  { file: 'b.test.ts', seconds: 300 },
  { file: 'c.test.ts', seconds: 120 },
];
const order = (measured: Readonly<Record<string, number>>) => slowestFirst(files, measured).map(({ file }) => file);

test('files that were measured start by the time they took, the slowest first', () => {
  assert.equal(order({ 'a.test.ts': 2, 'b.test.ts': 1, 'c.test.ts': 9 }), ['c.test.ts', 'a.test.ts', 'b.test.ts']);
});
test('a file that was never measured starts by the watchdog it asks for', () => {
  assert.equal(order({}), ['b.test.ts', 'a.test.ts', 'c.test.ts']);
  assert.equal(order({ 'a.test.ts': 40 }), ['a.test.ts', 'b.test.ts', 'c.test.ts']);
});
test.run();
