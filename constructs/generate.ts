/** Writes constructs/src/generated: `tsx constructs/generate.ts`. A test says which files are not current. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateCurrentFiles, generatedFolder } from './generate/current-files.ts';

const files = await generateCurrentFiles();
rmSync(generatedFolder, { recursive: true, force: true });
mkdirSync(generatedFolder, { recursive: true });
for (const [file, text] of files) writeFileSync(join(generatedFolder, file), text);
console.log(`${files.size} files in constructs/src/generated`);
