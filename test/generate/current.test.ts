import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { coverage } from '../../generate/coverage.ts';
import { pages } from '../../generate/page-set.ts';
import { seedPage } from '../../generate/seed.ts';
import { stale } from '../../generate/write.ts';

const Generated = suite('generated files');
const root = `${import.meta.dirname}/../..`;

Generated('reference pages, coverage table and seed page are as the code says: else run `npm run generate`', () => {
  assert.equal(stale(root, { ...pages(root), 'docs/coverage.md': coverage(), 'docs/seed.md': seedPage() }), []);
});

Generated('the page of the seed file names what a seed may say', () => {
  const page = seedPage();
  for (const row of [
    '| `users[].token` | 1 to 512 printable characters without spaces | The secret of a token. |',
    '| `organizations[].name` | **required**, 1 to 40 letters, digits, - and _, beginning with a letter or digit | Its name. |',
    '| `organizations[].teams[].workspaces[].workspace_locking` | true or false | Of a custom access. |',
  ]) assert.ok(page.includes(`\n${row}\n`), row);
});

Generated('the coverage table names every operation of spec 1 and has no empty cell', () => {
  const rows = coverage().split('\n').filter((line) => line.startsWith('| `'));
  assert.is(rows.length, 50);
  assert.equal(rows.filter((row) => row.split(' | ').some((cell) => cell.replace(/^\| |\|$/g, '').trim() === '')), []);
});

Generated.run();
