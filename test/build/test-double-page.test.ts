// watchdog: 300 s
// process: own
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { installService, runThere } from './support/install-service.ts';

/** Every complete block of the page is run as it stands, where its text says that it is saved. */
const test = suite('docs/test-double.md');
const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/test-double.md'), 'utf8');
const blocksOf = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/^```(js|python)\n([^]*?)^```$/gm)].map(([, language, block]) => [language!, block!]);
const sectionOf = (heading: string): string => page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`))!;
/** The block of a section, and the name that the section says to save it under. */
const blockOf = (heading: string): readonly [string, string] => {
  const section = sectionOf(heading);
  return [/Save this as `([^`]+)`/.exec(section)![1]!, blocksOf(section)[0]![1]!];
};

let folder = '';
test.before(async () => {
  folder = await installService();
});

test('has one block for each runner, and a test for each block', () => {
  assert.equal(
    page.split(/^## /m).flatMap((section) => blocksOf(section).map(([language]) => [section.split('\n')[0], language])),
    [
      ['node:test', 'js'],
      ['Vitest', 'js'],
      ['Jest', 'js'],
      ['Python and other languages', 'python'],
    ],
  );
});

test('each command names its file: the folder can have a checkout of Slipway, with tests of its own', () => {
  assert.equal(
    [...page.matchAll(/Save this as `[^`]+` and run `([^`]+)`/g)].map(([, command]) => command),
    [
      'node --test workspaces.test.mjs',
      'npx vitest run workspaces.test.js',
      'npx jest workspaces.test.js',
      'python3 -m unittest test_workspaces',
    ],
  );
});
test('its block for node:test passes', () => {
  const { status, printed } = runThere(folder, blockOf('node:test'), [process.execPath, '--test', '--test-reporter=tap']);
  assert.is(status, 0, printed);
  assert.match(printed, '# pass 3\n');
});

/** A runner that is installed elsewhere, as if it were in this folder. */
const linkRunner = (name: string, program: string): void => {
  const installed = realpathSync(program).split(/(?<=[\\/]node_modules)[\\/]/)[0]!;
  const link = join(folder, 'node_modules', name);
  if (!existsSync(link)) symlinkSync(join(installed, name), link);
};
for (const [heading, variable, words, passed] of [
  ['Vitest', 'SLIPWAY_VITEST', ['run', '--no-color'], /Tests +1 passed/],
  ['Jest', 'SLIPWAY_JEST', ['--rootDir', '.', '--no-color'], /Tests: +2 passed/],
] as const) {
  const program = process.env[variable];
  const installed = program ? test : skipWithReason(test, `${variable} does not name an installed ${heading}`);
  installed(`its block for ${heading} passes`, () => {
    linkRunner(heading.toLowerCase(), program!);
    const { status, printed } = runThere(folder, blockOf(heading), [process.execPath, realpathSync(program!), ...words]);
    assert.is(status, 0, printed);
    assert.match(printed, passed);
  });
}

const python = spawnSync('python3', ['--version']).status === 0;
const withPython = python ? test : skipWithReason(test, 'no python3 on the PATH');
withPython('its block for Python passes', () => {
  const program = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'cli/bin/slipway.cjs')}' "$@"\n`;
  const folderOfProgram = temporaryFolder({ slipway: program });
  spawnSync('chmod', ['+x', join(folderOfProgram, 'slipway')]);
  const environment = { PATH: [folderOfProgram, process.env['PATH']].join(delimiter) };
  const words = ['python3', '-W', 'error', '-m', 'unittest'] as const;
  const { status, printed } = runThere(folder, blockOf('Python and other languages'), words, environment);
  assert.is(status, 0, printed);
  assert.match(printed, 'Ran 2 tests');
});

test('the block of the page of the package prints what it says', () => {
  const [, block] = blocksOf(readFileSync(join(root, 'service/src/library/README.md'), 'utf8'))[0]!;
  assert.equal(runThere(folder, ['readme.mjs', block!], [process.execPath, 'readme.mjs']), { status: 0, printed: 'web\n' });
});

test.run();
