import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { coverage } from '../../generate/coverage.ts';
import { pages } from '../../generate/page-set.ts';
import { stale } from '../../generate/write.ts';

const Generated = suite('generated files');
const root = `${import.meta.dirname}/../..`;

Generated('reference pages and the coverage table are as the code says: else run `npm run generate`', () => {
  assert.equal(stale(root, { ...pages(root), 'docs/coverage.md': coverage() }), []);
});

Generated('the coverage table names every operation of spec 1 and has no empty cell', () => {
  const rows = coverage().split('\n').filter((line) => line.startsWith('| `'));
  assert.is(rows.length, 50);
  assert.equal(rows.filter((row) => row.split(' | ').some((cell) => cell.replace(/^\| |\|$/g, '').trim() === '')), []);
});

Generated.run();
