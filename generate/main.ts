/**
 * `tsx generate/main.ts [--check]`: writes the reference pages, the coverage table, the seed file's page and the compiled
 * schemas, or reports which are not current.
 */
import { generatedFiles } from './generated-files.ts';
import { staleFiles, writeFiles } from './write-files.ts';

const root = `${import.meta.dirname}/..`;
const files = await generatedFiles(root);

if (process.argv.includes('--check')) {
  const found = staleFiles(root, files);
  for (const line of found) console.error(line);
  if (found.length > 0) {
    console.error('Run `npm run generate` and commit what it writes.');
    process.exitCode = 1;
  }
} else writeFiles(root, files);
