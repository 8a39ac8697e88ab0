/** Writes constructs/src/generated: `tsx constructs/generate.ts`. With --check nothing is written, and what differs is an error. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { providerAddress } from '../src/engine/address.ts';
import { makeProvider, providerName } from '../src/provider/provider.ts';
import { providerAttributes } from '../src/provider/provider-section.ts';
import { dataSources, ephemerals, resources } from '../src/resources/index.ts';
import { generateFiles } from './generate/generate-files.ts';

const folder = join(import.meta.dirname, 'src', 'generated');
const provider = makeProvider({ version: '0', environment: {}, log: () => {} });
const declarations = {
  provider: { name: providerName, doc: provider.schema.description, attributes: providerAttributes },
  resources,
  dataSources,
  ephemerals,
};
const files = await generateFiles(providerAddress, providerName, declarations, provider);

if (process.argv.includes('--check')) {
  const there = existsSync(folder) ? readdirSync(folder) : [];
  const stale = [...new Set([...there, ...files.keys()])]
    .sort()
    .filter((file) => !there.includes(file) || readFileSync(join(folder, file), 'utf8') !== files.get(file));
  if (stale.length > 0) {
    console.error(`constructs/src/generated is not current: ${stale.join(', ')}. Run \`npm run generate:constructs\`.`);
    process.exitCode = 1;
  }
} else {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of files) writeFileSync(join(folder, file), text);
  console.log(`${files.size} files in constructs/src/generated`);
}
