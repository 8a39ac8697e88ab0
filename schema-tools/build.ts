/**
 * Makes the package as others install it: `tsx schema-tools/build.ts`, after `npm run build`.
 *   dist/package/   the library as JavaScript with its types, the program, the documents
 * This repository uses the source as it is; Node runs no TypeScript out of node_modules.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import manifest from './package.json' with { type: 'json' };

const root = import.meta.dirname;
const defaultFolder = join(root, 'dist', 'package');
const entries = Object.entries(manifest.exports).map(([path, source]) => ({
  path,
  source,
  name: source.replace(/^\.\/src\//, '').replace(/\.ts$/, ''),
}));

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The library; answers the packages that it imports. */
async function buildLibrary(folder: string): Promise<ReadonlySet<string>> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map(({ source }) => source),
    outbase: 'src',
    outdir: join(folder, 'lib'),
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: `node${manifest.engines.node.replace('>=', '')}`,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  });
  const imported = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ external, path }) => external && !path.startsWith('node:'));
  return new Set(
    imported.map(({ path }) =>
      path
        .split('/')
        .slice(0, path.startsWith('@') ? 2 : 1)
        .join('/'),
    ),
  );
}

/** The shapes that the library declares. Throws with the compiler's words. */
function buildTypes(folder: string): void {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  const { status, stdout } = spawnSync(
    process.execPath,
    [compiler, '-p', join(root, 'tsconfig.types.json'), '--outDir', join(folder, 'lib')],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the package does not compile:\n${stdout}`);
  for (const entry of readdirSync(join(folder, 'lib'), { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.d.ts')) continue;
    const file = join(entry.parentPath, entry.name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/((?:from|import) ?\(?["']\.[^"']*)\.ts(["'])/g, '$1.js$2'));
  }
}

/** Module resolution without `exports` finds the types of each entry here. */
const typesVersions = {
  '*': Object.fromEntries(entries.filter(({ path }) => path !== '.').map(({ path, name }) => [path.slice(2), [`./lib/${name}.d.ts`]])),
};

/** Makes the package anew in a folder, and answers it. The program's bundle must be in `dist`. */
export async function buildPackage(folder = defaultFolder): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const needed = await buildLibrary(folder);
  buildTypes(folder);
  for (const name of ['bin', 'docs', 'README.md', 'LICENSE']) cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const name of readdirSync(join(root, 'dist')))
    if (name !== 'package') cpSync(join(root, 'dist', name), join(folder, 'dist', name), { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    jsonText({
      ...manifest,
      exports: {
        ...Object.fromEntries(entries.map(({ path, name }) => [path, { types: `./lib/${name}.d.ts`, default: `./lib/${name}.js` }])),
        './package.json': './package.json',
      },
      main: './lib/index.js',
      types: './lib/index.d.ts',
      typesVersions,
      // The program brings along what it needs.
      dependencies: Object.fromEntries(Object.entries(manifest.dependencies).filter(([name]) => needed.has(name))),
    }),
  );
  const missing = [...needed].filter((name) => !Object.hasOwn(manifest.dependencies, name));
  if (missing.length > 0) throw new Error(`the package imports what it does not depend on: ${missing.join(', ')}`);
  return folder;
}

if (process.argv[1] === import.meta.filename) console.log(await buildPackage());
