import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { sourceModules } from './source-modules.ts';

/** Where bundled tests lie: one level below `dist`, as the chunks of programs do, so that they find built worker scripts beside them. */
export const bundleFolder = (project: string): string => join(project, 'dist', 'tests');

/** `test/plan/plan.test.ts` is bundled to `test~plan~plan.test.js`: entries and chunks share one flat folder. */
export const bundledName = (file: string): string =>
  `${file
    .replace(/^(?:\.\.\/)+|^\//g, '')
    .replaceAll('/', '~')
    .replace(/\.ts$/, '')}`;

export interface TestBundle {
  /** The JavaScript of one test file, by its path relative to the root. */
  readonly script: (file: string) => string;
  /** esbuild's account of which sources reached which entry. */
  readonly metafile: Metafile;
}

function writeIfChanged(path: string, contents: Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}

/**
 * Bundles test files and the sources they import into shared chunks; packages stay where they are installed. `root` holds the tests,
 * `project` the checkout whose `dist` takes the bundle. Throws esbuild's error when a file does not compile.
 */
export async function bundleTests(project: string, root: string, files: readonly string[]): Promise<TestBundle> {
  const apart = root === project ? '' : `${createHash('sha256').update(root).digest('hex').slice(0, 8)}~`;
  const entryPoints = Object.fromEntries([
    ...files.map((file) => [apart + bundledName(file), join(root, file)] as const),
    ['child', join(project, 'test/support/runner/child.ts')],
  ]);
  const { outputFiles, metafile } = await build({
    absWorkingDir: project,
    entryPoints,
    outdir: bundleFolder(project),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    chunkNames: '[name]-[hash]',
    write: false,
    metafile: true,
    logLevel: 'warning',
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [sourceModules(project)],
  });
  for (const { path, contents } of outputFiles) writeIfChanged(path, contents);
  return { script: (file) => join(bundleFolder(project), `${apart}${bundledName(file)}.js`), metafile };
}
