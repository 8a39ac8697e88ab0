/** Scripts that tests start in processes of their own, bundled: from source, each start would compile all that the script imports. */
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';

/** Packages are found from there. */
const packages = join(import.meta.dirname, '../../node_modules');
const folders: string[] = [];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const nameOf = (source: string): string => basename(source, '.ts');

/** The paths of the bundles of TypeScript sources, side by side in one folder until this process ends. Their packages stay outside. */
export function bundleScripts<Sources extends readonly string[]>(...sources: Sources): { readonly [place in keyof Sources]: string } {
  const folder = join(packages, `.slipway-scripts-${process.pid}-${folders.length}`);
  folders.push(folder);
  buildSync({
    entryPoints: sources.map((source) => ({ in: source, out: nameOf(source) })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  return sources.map((source) => join(folder, `${nameOf(source)}.mjs`)) as { [place in keyof Sources]: string };
}
