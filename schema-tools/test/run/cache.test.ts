// watchdog: 60 s
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runLint } from '@slipway/test-support/lint';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { openCleanFiles } from '../../src/lint/cache/clean-files.ts';
import { cacheFolder } from '../../src/lint/cache/cache-folder.ts';
import type { LintJob, LintResult } from '../../src/lint/run/lint-job.ts';

const test = suite('slipway-lint: cache');
const schema = '{"properties":{"old":{"deprecated":true},"token":{"writeOnly":true}}}';
const files = {
  's.json': schema,
  'node_modules/x': '',
  ...Object.fromEntries([1, 2, 3, 4].map((index) => [`f/${index}.json`, `{ "token": "secret-${index}" }`])),
};
const cached = (folder: string): readonly string[] => {
  const place = join(folder, 'node_modules/.cache/slipway');
  return readdirSync(place).map((name) => readFileSync(join(place, name), 'utf8'));
};
const lint = async (folder: string, ...args: string[]): Promise<string> =>
  (await runLint(folder, ['--schema', 's.json', 'f', ...args])).stdout;
const clean = 'Found nothing in 4 files.\n';

test('what has changed is linted again: a file, its schema, the settings', async () => {
  const folder = temporaryFolder(files);
  assert.is(await lint(folder), clean);
  assert.is(await lint(folder), clean);
  writeFileSync(join(folder, 'f/2.json'), '{ "old": 1 }');
  assert.match(await lint(folder), /^f\/2\.json:1:3: warning: deprecated:/);
  assert.match(await lint(folder), /^f\/2\.json:1:3: warning: deprecated:/, 'a file with findings is not remembered');
  writeFileSync(join(folder, 'f/2.json'), '{}');
  assert.match(await lint(folder, '--rule', 'unknown-field=error'), /Found nothing/);
  writeFileSync(join(folder, 's.json'), '{"properties":{"token":{"deprecated":true}}}');
  assert.match(await lint(folder), /Found 3 warnings in 4 files/);
});

test('it holds paths and digests, and no content', async () => {
  const folder = temporaryFolder(files);
  await lint(folder);
  const [content, ...more] = cached(folder);
  assert.equal(more, []);
  const stored = JSON.parse(content!) as { readonly entries: object };
  assert.equal(
    Object.keys(stored.entries).sort(),
    [1, 2, 3, 4].map((index) => join(folder, `f/${index}.json`)),
  );
  assert.not.match(content!, /secret|token/);
});

test('--no-cache, and a file that is damaged', async () => {
  const folder = temporaryFolder(files);
  assert.is(await lint(folder, '--no-cache'), clean);
  assert.equal(readdirSync(join(folder, 'node_modules')), ['x']);
  await lint(folder);
  const place = join(folder, 'node_modules/.cache/slipway');
  const [name] = readdirSync(place);
  const good = readFileSync(join(place, name!), 'utf8');
  for (const damaged of ['', good.slice(0, 100), '[]', good.replace(/\[0\]/g, '[7]'), good.replace(/"files":\[\[/, '"files":[[1,')]) {
    writeFileSync(join(place, name!), damaged);
    assert.is(await lint(folder), clean);
  }
});

test('a run of another tool, and a result that is older than the file, are not taken', () => {
  const folder = temporaryFolder({ 'a.json': '{}', 's.json': '{}' });
  const job: LintJob = { file: join(folder, 'a.json'), find: {}, judge: { file: 'a.json' } };
  const result: LintResult = { findings: [], isIncomplete: false, hasSchema: true, choices: [], files: [join(folder, 's.json')] };
  const open = (tool: string) => openCleanFiles(join(folder, 'cache/lint.json'), tool, () => '');
  const first = open('1');
  assert.is(first.find(job), undefined);
  first.add(job, result);
  first.save();
  assert.is(open('1').find(job)?.hasSchema, true);
  assert.is(open('2').find(job), undefined);
  assert.is(open('1').find({ ...job, judge: { file: 'a.json', atVersion: '2' } }), undefined);
  writeFileSync(job.file, '[]');
  const second = open('1');
  assert.is(second.find(job), undefined);
  writeFileSync(job.file, '[1]');
  second.add(job, result);
  second.save();
  assert.is(open('1').find(job), undefined, 'the file changed while it was linted');
});

test('a cache that cannot be written is no error', () => {
  const folder = temporaryFolder({ cache: 'a file', 'a.json': '{}' });
  const cache = openCleanFiles(join(folder, 'cache/lint.json'), '1', () => '');
  const job: LintJob = { file: join(folder, 'a.json'), find: {}, judge: { file: 'a.json' } };
  cache.find(job);
  cache.add(job, { findings: [], isIncomplete: false, hasSchema: true, choices: [], files: [] });
  cache.save();
  assert.is(readFileSync(join(folder, 'cache'), 'utf8'), 'a file');
});

test("it is in the project's packages, otherwise in the user's cache", () => {
  const folder = temporaryFolder({ 'a/b/c.json': '' });
  const inner = join(folder, 'a/b');
  assert.is(cacheFolder(inner, { XDG_CACHE_HOME: '/x' }), '/x/slipway');
  mkdirSync(join(folder, 'node_modules'));
  assert.is(cacheFolder(inner, { XDG_CACHE_HOME: '/x' }), join(folder, 'node_modules/.cache/slipway'));
});

test.run();
