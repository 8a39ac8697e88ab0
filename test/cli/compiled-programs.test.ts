import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { digestPrograms } from '../../build/programs.ts';
import { findInstalledNode } from '../../build/release/executables.ts';
import { releasePlatforms } from '../../build/release/platforms.ts';
import { readEntry } from '../../src/protocol/code-cache/compiled-entry.ts';
import { platformName } from '../../src/engine/platform.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('compiled code of the command line');

const program = resolve(import.meta.dirname, '../../cli/bin/slipway.cjs');
const platform = releasePlatforms.find(({ name }) => name === platformName());
const newer = platform ? findInstalledNode(platform) : { reason: `no Node.js is released for ${platformName()}` };

type Variables = Readonly<Record<string, string>>;
const environmentOf = (variables: Variables): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], ...variables });
const run = (variables: Variables, words = ['completion', 'bash'], node = process.execPath): string =>
  execFileSync(node, [program, ...words], { encoding: 'utf8', env: environmentOf(variables) });
const foldersOf = (cache: string): readonly string[] => (existsSync(join(cache, 'programs')) ? readdirSync(join(cache, 'programs')) : []);
const entriesOf = (cache: string): readonly string[] =>
  foldersOf(cache).flatMap((build) => readdirSync(join(cache, 'programs', build)).map((name) => join(cache, 'programs', build, name)));
const timesOf = (cache: string): readonly number[] => entriesOf(cache).map((path) => statSync(path).mtimeMs);
/** The scripts of an entry, without the digests in their names. */
const scriptsOf = (entry: string): readonly string[] =>
  readEntry(resolve(entry, '..'), entry.slice(entry.lastIndexOf('/') + 1))!.contents.map((item) =>
    item.replace(/-[A-Z0-9]{8}\.cjs/, '.cjs').replace(/:\d+$/, ''),
  );

test('a script may name bin/slipway.mjs or bin/mesh-config.mjs as well', () => {
  const run = (file: string, ...words: string[]) =>
    execFileSync(process.execPath, [join(program, '..', file), ...words], { encoding: 'utf8', env: environmentOf({}) });
  assert.is(run('slipway.mjs', '--version'), '0.1.0\n');
  assert.match(run('mesh-config.mjs', 'version'), /Version:"0\.1\.0"/);
});

test('is kept in a folder of the build, for its user alone, and taken from there', () => {
  const cache = temporaryFolder();
  const output = run({ SLIPWAY_CODE_CACHE: cache });
  const [build, ...more] = foldersOf(cache);
  assert.match(build!, /^0\.1\.0-[0-9a-f]{16}$/);
  assert.equal(more, []);
  const [entry, ...others] = entriesOf(cache);
  assert.equal(others, []);
  assert.equal(
    [join(cache, 'programs'), join(cache, 'programs', build!), entry!].map((path) => statSync(path).mode & 0o777),
    [0o700, 0o700, 0o600],
  );
  assert.ok(scriptsOf(entry!).includes('slipway.cjs'), scriptsOf(entry!).join(' '));
  const times = timesOf(cache);
  assert.is(run({ SLIPWAY_CODE_CACHE: cache }), output);
  assert.equal(timesOf(cache), times, 'nothing had to be compiled again');
});

test('belongs to a build by all scripts of that build, those of the linter and of threads as well', () => {
  const dist = resolve(program, '../../../dist');
  const isScript = (name: string) => /\.cjs(\.map)?$/.test(name) && name !== 'start.cjs';
  const files = ['', 'chunks', 'ci-agent', 'lint', 'threads'].flatMap((folder) =>
    readdirSync(join(dist, folder))
      .filter(isScript)
      .map((name) => join(dist, folder, name)),
  );
  const scripts = files.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const start = readFileSync(join(dist, 'start.cjs'), 'utf8');
  assert.match(start, `"0.1.0-${digestPrograms(scripts)}"`);
  const lint = scripts.find(({ path }) => path.endsWith('/lint.cjs'))!;
  const changed = scripts.map((one) => (one === lint ? { ...one, text: one.text.replace(/.$/s, ' ') } : one));
  assert.not.match(start, digestPrograms(changed));
});

test('each command has an entry, and what a later one loads is added to it', () => {
  const cache = temporaryFolder();
  run({ SLIPWAY_CODE_CACHE: cache });
  run({ SLIPWAY_CODE_CACHE: cache }, ['schema', '--help']);
  assert.is(entriesOf(cache).length, 2);
  const [before] = entriesOf(cache)
    .map((entry) => scriptsOf(entry).length)
    .toSorted((a, b) => a - b);
  run({ SLIPWAY_CODE_CACHE: cache }, ['schema']);
  assert.is(entriesOf(cache).length, 2);
  assert.ok(
    entriesOf(cache).every((entry) => scriptsOf(entry).length > before!),
    'the command, too',
  );
  assert.ok(
    entriesOf(cache).every((entry) => scriptsOf(entry).includes('slipway.cjs')),
    'what was there stays',
  );
});

test('a command that fails, and words that are no command, leave nothing', () => {
  const cache = temporaryFolder();
  for (const words of [['nonsense'], ['completion', 'cobol'], ['../../up']])
    assert.is(spawnSync(process.execPath, [program, ...words], { env: environmentOf({ SLIPWAY_CODE_CACHE: cache }) }).status, 2);
  assert.equal(entriesOf(cache), []);
});

test('a service that is killed has kept its code before', async () => {
  const cache = temporaryFolder();
  const service = spawn(process.execPath, [program, 'serve', '--in-memory', '--port', '0'], {
    env: environmentOf({ SLIPWAY_CODE_CACHE: cache }),
    stdio: 'ignore',
  });
  const hasEntry = () => entriesOf(cache).some((name) => name.endsWith('.compiled'));
  for (let waited = 0; waited < 600 && !hasEntry(); waited++) await new Promise((next) => setTimeout(next, 50));
  service.kill('SIGKILL');
  await once(service, 'exit');
  const [entry] = entriesOf(cache);
  assert.ok(scriptsOf(entry!).includes('chunks/serve-until-stopped.cjs'), scriptsOf(entry!).join(' '));
});

test('an entry that is damaged, or of other code, is compiled and stored again', () => {
  const cache = temporaryFolder();
  const output = run({ SLIPWAY_CODE_CACHE: cache });
  const [entry] = entriesOf(cache);
  const stored = readFileSync(entry!);
  for (const damaged of [
    Buffer.alloc(0),
    stored.subarray(0, 5_000),
    Buffer.from(stored.map((byte, at) => (at > 10_000 ? byte ^ 1 : byte))),
  ]) {
    writeFileSync(entry!, damaged);
    assert.is(run({ SLIPWAY_CODE_CACHE: cache }), output);
    assert.is(readEntry(resolve(entry!, '..'), entry!.slice(entry!.lastIndexOf('/') + 1)) !== undefined, true);
  }
});

test('the code of two other builds stays, that of older ones goes', () => {
  const cache = temporaryFolder();
  for (const [at, name] of ['first', 'second', 'third'].entries()) {
    const folder = join(cache, 'programs', name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    utimesSync(folder, at + 1, at + 1);
  }
  chmodSync(join(cache, 'programs'), 0o700);
  run({ SLIPWAY_CODE_CACHE: cache });
  assert.equal(
    foldersOf(cache).filter((name) => !name.startsWith('0.1.0-')),
    ['second', 'third'],
  );
});

test('is not kept where others may write, with off, or where nothing can be written', () => {
  const cache = temporaryFolder();
  mkdirSync(join(cache, 'programs'));
  chmodSync(join(cache, 'programs'), 0o777);
  run({ SLIPWAY_CODE_CACHE: cache });
  assert.equal(foldersOf(cache), []);
  const other = temporaryFolder();
  run({ SLIPWAY_CODE_CACHE: 'off', HOME: other });
  assert.equal(readdirSync(other), []);
  assert.match(run({ SLIPWAY_CODE_CACHE: '/dev/null/code' }), 'slipway');
});

const withNewerNode = newer.path === undefined ? skipWithReason(test, newer.reason) : test;
withNewerNode('another Node.js has entries of its own', () => {
  const cache = temporaryFolder();
  run({ SLIPWAY_CODE_CACHE: cache });
  const times = timesOf(cache);
  run({ SLIPWAY_CODE_CACHE: cache }, ['completion', 'bash'], newer.path);
  assert.is(entriesOf(cache).length, 2);
  run({ SLIPWAY_CODE_CACHE: cache });
  assert.ok(timesOf(cache).includes(times[0]!));
});

test.run();
