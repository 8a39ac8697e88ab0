/** `tsx generate/main.ts [--check]`: writes the reference pages, the coverage table, the seed file's page and the compiled schemas, or says which are not current. */
import type { Block } from '../src/derive/index.ts';
import { actions, dataSources, resources } from '../src/resources/index.ts';
import { coverage } from './coverage.ts';
import { compiledSchemas } from './deprecated.ts';
import { pages } from './page-set.ts';
import { seedPage } from './seed.ts';
import { stale, write } from './write.ts';

const root = `${import.meta.dirname}/..`;
const blocks = [...Object.values(resources), ...Object.values(dataSources), ...Object.values(actions)] as unknown as readonly Block[];
const files = { ...pages(root), 'docs/coverage.md': coverage(), 'docs/seed.md': seedPage(), 'src/deprecated/generated/schemas.ts': await compiledSchemas(blocks) };

if (process.argv.includes('--check')) {
  const found = stale(root, files);
  for (const line of found) console.error(line);
  if (found.length > 0) { console.error('Run `npm run generate` and commit what it writes.'); process.exitCode = 1; }
} else write(root, files);
