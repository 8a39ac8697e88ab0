import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire, SourceMap } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { convertToCommonJs, type ProgramFile } from '../../build/common-js.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('modules of programs as CommonJS');

/** Bundles `main.js`, with chunks and maps, converts it, and puts the scripts into the folder. */
const convert = async (folder: string): Promise<readonly ProgramFile[]> => {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ['main.js'],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    sourcemap: 'external',
    write: false,
    logLevel: 'silent',
  });
  const files = await convertToCommonJs(outputFiles, {});
  for (const { path, text } of files) writeFileSync(path, text);
  return files;
};
/** In pieces: the bundler of tests would replace the expression. */
const moduleUrl = ['import', 'meta', 'url'].join('.');
const run = (folder: string): string => execFileSync(process.execPath, [join(folder, 'main.cjs')], { encoding: 'utf8' });

test('a dynamic import loads a chunk once, an export that changes is seen, and frozen objects refuse to be changed', async () => {
  const folder = temporaryFolder({
    'main.js': `
      import { count, increment } from './count.js';
      increment();
      const [one, two] = [await1(), await1()];
      function await1() { return import('./late.js'); }
      Promise.all([one, two]).then(([a, b]) => {
        console.log(a.seen === b.seen, a.read(), count);
        try { Object.freeze({ x: 1 }).x = 2; } catch (error) { console.log(error.name); }
      });`,
    'late.js': `import { count, increment } from './count.js'; increment(); export const seen = {}; export const read = () => count;`,
    'count.js': `export let count = 0; export const increment = () => { count++; };`,
  });
  await convert(folder);
  assert.is(run(folder), 'true 2 2\nTypeError\n');
});

test('what a module never changes of its exports is a plain property, and what it changes is asked for', async () => {
  const folder = temporaryFolder({
    'main.js': `import('./a.js'); import('./b.js'); import('./c.js');`,
    'a.js': `import { inner } from './fixed.js'; console.log(inner);`,
    'b.js': `import { inner as renamed } from './fixed.js'; import { count } from './changing.js'; console.log(renamed, count);`,
    'c.js': `import { count } from './changing.js'; console.log(count);`,
    'fixed.js': `const own = 'fixed'; export { own as inner };`,
    'changing.js': `export let count = 1; setTimeout(() => { count += 1; });`,
  });
  const chunks = (await convert(folder)).filter(({ path }) => path.includes('chunk-') && path.endsWith('.cjs'));
  const descriptors = chunks.flatMap(({ path }) => Object.entries(Object.getOwnPropertyDescriptors(createRequire(path)(path) as object)));
  const isPlain = (name: string) => descriptors.filter(([one]) => one === name).map(([, { get }]) => get === undefined);
  assert.equal([isPlain('own').concat(isPlain('inner')), isPlain('count')], [[true], [false]]);
  assert.is(run(folder), 'fixed\nfixed 1\n1\n');
});

test('the URL of a module is the URL of the script', async () => {
  const folder = temporaryFolder({ 'main.js': `console.log(${moduleUrl}.slice(-9), ${moduleUrl}.slice(0, 8));` });
  await convert(folder);
  assert.is(run(folder), '/main.cjs file:///\n');
});

test('maps lead to the sources', async () => {
  const folder = temporaryFolder({ 'main.js': `const a = 1;\n\nconsole.log(${moduleUrl}, a,\n  new Error().stack);` });
  const files = await convert(folder);
  const text = files.find(({ path }) => path.endsWith('main.cjs'))!.text.split('\n');
  const map = new SourceMap(JSON.parse(files.find(({ path }) => path.endsWith('main.cjs.map'))!.text));
  const row = text.findIndex((line) => line.includes('new Error'));
  const { originalSource, originalLine } = map.findEntry(row, text[row]!.indexOf('new Error')) as {
    originalSource: string;
    originalLine: number;
  };
  assert.equal([originalSource, originalLine + 1], ['main.js', 4]);
});

test('a module that waits while it is loaded is refused', async () => {
  const folder = temporaryFolder({ 'main.js': 'await Promise.resolve();' });
  let message = '';
  await convert(folder).catch((error: Error) => (message = error.message));
  assert.match(message, 'Top-level await is currently not supported with the "cjs" output format');
});

test.run();
