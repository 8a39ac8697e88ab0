import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Outcome } from './runner/file.ts';
import { describeCost } from './runner/report.ts';

const test = suite('report of what a run cost');
const outcome = (file: string, milliseconds: number, processorSeconds?: Outcome['processorSeconds']): Outcome => {
  const plain = { file, passed: 1, failed: 0, skipped: 0, faults: [], reasons: [], output: '', milliseconds };
  return processorSeconds ? { ...plain, processorSeconds } : plain;
};
const outcomes = [
  outcome('a.test.ts', 1500, { own: 1.25, children: 0 }),
  outcome('b.test.ts', 30_000, { own: 2, children: 9.5 }),
  outcome('types', 14_000),
  outcome('c.test.ts', 400, { own: 0.3, children: 0.1 }),
];

test('files of ten seconds and more are reported, the most expensive first', () => {
  assert.is(
    describeCost(outcomes, 3, 27.6),
    '4 files and checks, 3 processes, 28 s of processor time\n' + '  11.5 s b.test.ts (2.0 s itself, 9.5 s its children; took 30.0 s)',
  );
});
test('as many as are asked for, however little they cost', () => {
  assert.is(
    describeCost(outcomes, 3, 27.6, 2),
    '4 files and checks, 3 processes, 28 s of processor time\n' +
      '  11.5 s b.test.ts (2.0 s itself, 9.5 s its children; took 30.0 s)\n' +
      '  1.3 s a.test.ts (1.3 s itself, 0.0 s its children; took 1.5 s)',
  );
});
test.run();
