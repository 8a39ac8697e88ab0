/** `tsx generate/main.ts [--check]`: writes the reference pages, the coverage table and the seed file's page, or says which are not current. */
import { coverage } from './coverage.ts';
import { pages } from './page-set.ts';
import { seedPage } from './seed.ts';
import { stale, write } from './write.ts';

const root = `${import.meta.dirname}/..`;
const files = { ...pages(root), 'docs/coverage.md': coverage(), 'docs/seed.md': seedPage() };

if (process.argv.includes('--check')) {
  const found = stale(root, files);
  for (const line of found) console.error(line);
  if (found.length > 0) { console.error('Run `npm run generate` and commit what it writes.'); process.exitCode = 1; }
} else write(root, files);
