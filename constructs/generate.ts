/** Writes constructs/src/generated: `tsx constructs/generate.ts`. With --check nothing is written, and what differs is an error. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findStaleFiles, generateCurrentFiles, generatedFolder } from './generate/current-files.ts';

const files = await generateCurrentFiles();

if (process.argv.includes('--check')) {
  const stale = findStaleFiles(files);
  if (stale.length > 0) {
    console.error(`constructs/src/generated is not current: ${stale.join(', ')}. Run \`npm run generate:constructs\`.`);
    process.exitCode = 1;
  }
} else {
  rmSync(generatedFolder, { recursive: true, force: true });
  mkdirSync(generatedFolder, { recursive: true });
  for (const [file, text] of files) writeFileSync(join(generatedFolder, file), text);
  console.log(`${files.size} files in constructs/src/generated`);
}
