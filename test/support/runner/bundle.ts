import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Metafile, stop } from 'esbuild';
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

/** Milliseconds. Another run of the same checkout may be about to load what it has just written. */
const freshness = 60 * 60 * 1000;

/** Chunks are named after their content: what no test loads any more would stay for ever. */
export function removeStale(folder: string, made: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (/\.js(?:\.map)?$/.test(name) && !made.has(path) && Date.now() - statSync(path).mtimeMs > freshness) rmSync(path, { force: true });
  }
}

/**
 * Bundles test files and the sources they import into shared chunks; packages stay where they are installed. `root` holds the tests,
 * `project` the checkout whose `dist` takes the bundle. `isWhole`: these are all tests, so nothing else is of use there.
 * Throws esbuild's error when a file does not compile.
 */
export async function bundleTests(project: string, root: string, files: readonly string[], isWhole = false): Promise<TestBundle> {
  const apart = root === project ? '' : `${createHash('sha256').update(root).digest('hex').slice(0, 8)}~`;
  const entryPoints = Object.fromEntries([
    ...files.map((file) => [apart + bundledName(file), join(root, file)] as const),
    ['child', join(project, 'test/support/runner/child.ts')],
    // The runner's own tests start it many times.
    ['run', join(project, 'test/run.ts')],
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
    plugins: [sourceModules(project, root === project)],
  });
  // Its process has nothing more to do, and is counted with the children of this one only when it has ended.
  await stop();
  for (const { path, contents } of outputFiles) writeIfChanged(path, contents);
  if (isWhole) removeStale(bundleFolder(project), new Set(outputFiles.map(({ path }) => path)));
  return { script: (file) => join(bundleFolder(project), `${apart}${bundledName(file)}.js`), metafile };
}
