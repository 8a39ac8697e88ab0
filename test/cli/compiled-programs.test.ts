import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findInstalledNode } from '../../build/release/executables.ts';
import { releasePlatforms } from '../../build/release/platforms.ts';
import { platformName } from '../../src/engine/platform.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('compiled code of the command line');

const program = resolve(import.meta.dirname, '../../bin/slipway.mjs');
const platform = releasePlatforms.find(({ name }) => name === platformName());
const newer = platform ? findInstalledNode(platform) : { reason: `no Node.js is released for ${platformName()}` };

const run = (node: string, environment: Readonly<Record<string, string>>): string =>
  execFileSync(node, [program, 'completion', 'bash'], { encoding: 'utf8', env: { PATH: process.env['PATH'], ...environment } });
const foldersOf = (cache: string): readonly string[] => (existsSync(join(cache, 'programs')) ? readdirSync(join(cache, 'programs')) : []);

const withNewerNode = newer.path === undefined ? skipWithReason(test, newer.reason) : test;

withNewerNode('is kept by a newer Node.js in a folder of the build, for its user alone', () => {
  const cache = temporaryFolder();
  const output = run(newer.path!, { SLIPWAY_CODE_CACHE: cache });
  const [build, ...more] = foldersOf(cache);
  assert.match(build!, /^0\.1\.0-[0-9a-z]+$/);
  assert.equal(more, []);
  assert.equal(
    [join(cache, 'programs'), join(cache, 'programs', build!)].map((path) => statSync(path).mode & 0o777),
    [0o700, 0o700],
  );
  assert.ok(readdirSync(join(cache, 'programs', build!)).length > 0, 'Node.js has stored something');
  assert.is(run(newer.path!, { SLIPWAY_CODE_CACHE: cache }), output);
});

withNewerNode('the code of two other builds stays, that of older ones goes', () => {
  const cache = temporaryFolder();
  for (const [at, name] of ['first', 'second', 'third'].entries()) {
    const folder = join(cache, 'programs', name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    utimesSync(folder, at + 1, at + 1);
  }
  chmodSync(join(cache, 'programs'), 0o700);
  run(newer.path!, { SLIPWAY_CODE_CACHE: cache });
  assert.equal(
    foldersOf(cache).filter((name) => !name.startsWith('0.1.0-')),
    ['second', 'third'],
  );
});

withNewerNode('is not kept where others may write, with off, or where the environment names a folder', () => {
  const cache = temporaryFolder();
  mkdirSync(join(cache, 'programs'));
  chmodSync(join(cache, 'programs'), 0o777);
  run(newer.path!, { SLIPWAY_CODE_CACHE: cache });
  assert.equal(foldersOf(cache), []);
  const other = temporaryFolder();
  run(newer.path!, { SLIPWAY_CODE_CACHE: 'off', HOME: other });
  run(newer.path!, { SLIPWAY_CODE_CACHE: join(other, 'code'), NODE_COMPILE_CACHE: join(other, 'chosen') });
  assert.equal(readdirSync(other), ['chosen']);
  assert.match(run(newer.path!, { SLIPWAY_CODE_CACHE: '/dev/null/code' }), 'slipway');
});

test('Node 20 keeps nothing and runs', () => {
  const cache = temporaryFolder();
  assert.match(run(process.execPath, { SLIPWAY_CODE_CACHE: cache }), 'slipway');
  if (process.versions.node.startsWith('20.')) assert.equal(foldersOf(cache), []);
});

test.run();
