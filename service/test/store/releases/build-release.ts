import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Migration } from '../../../src/store/migrations.ts';

const root = join(import.meta.dirname, '../../../..');

/**
 * The worker as a release has it whose schema has these migrations beyond those of this release. The file stands where it finds native
 * packages; the caller removes it.
 */
export const buildRelease = async (name: string, more: readonly Migration[]): Promise<string> => {
  const outfile = join(root, `node_modules/.slipway-release-${process.pid}-${name}.mjs`);
  const filter = /store[/\\]migrations\.ts$/;
  await build({
    entryPoints: [join(import.meta.dirname, 'worker.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    plugins: [
      {
        name: 'later migrations',
        setup: (builder) =>
          builder.onLoad({ filter }, ({ path }) => {
            const text = readFileSync(path, 'utf8');
            const contents = text.replace('  ownerMemberMigration,\n];', `  ownerMemberMigration,\n  ...${JSON.stringify(more)},\n];`);
            if (contents === text && more.length > 0)
              throw new Error('the list of migrations does not end with ownerMemberMigration any more');
            return { contents, loader: 'ts' };
          }),
      },
    ],
  });
  return outfile;
};
