/** `npm run packages`: the packages as archives that npm installs and publishes, in dist/packages. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packPackages } from './pack-packages.ts';

const output = join(import.meta.dirname, '../../dist/packages');
const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
for (const { name, filename, size, unpackedSize, entryCount } of await packPackages(output))
  console.log(`${name}: dist/packages/${filename}, ${megabytes(size)}; installed ${megabytes(unpackedSize)} in ${entryCount} files`);
