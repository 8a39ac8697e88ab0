// watchdog: 60 s
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runLint } from '@slipway/test-support/lint';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { openKnownResults } from '../../src/lint/cache/known-results.ts';
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
const cleanResult: LintResult = { findings: [], isIncomplete: false, hasSchema: true, choices: [], files: [] };

test('what has changed is linted again: a file, its schema, the settings', async () => {
  const folder = temporaryFolder(files);
  assert.is(await lint(folder), clean);
  assert.is(await lint(folder), clean);
  writeFileSync(join(folder, 'f/2.json'), '{ "old": 1 }');
  assert.match(await lint(folder), /^f\/2\.json:1:3: warning: deprecated:/);
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

test('findings are remembered without values of the file, and every report is the same', async () => {
  const folder = temporaryFolder({ ...files, 'f/2.json': '{ "token": "secret-2", "old": "secret-3", "number": "secret-4" }' });
  writeFileSync(
    join(folder, 's.json'),
    '{"properties":{"old":{"deprecated":true,"x-replaced-by":"new"},"new":{},"token":{"writeOnly":true},"number":{"type":"number"}}}',
  );
  for (const format of ['text', 'json', 'sarif', 'github', 'junit']) {
    const [first, second] = [await lint(folder, '--format', format), await lint(folder, '--format', format)];
    assert.is(first, await lint(folder, '--format', format, '--no-cache'), format);
    assert.is(second, first, format);
  }
  assert.match(await lint(folder), /"token": "?\*+"?, "old"/);
  const [content] = cached(folder);
  assert.match(content!, /`old` is deprecated/);
  assert.not.match(content!, /secret/);
  const place = join(folder, 'node_modules/.cache/slipway');
  assert.is(statSync(join(place, readdirSync(place)[0]!)).mode & 0o777, 0o600);
});

test('a schema is linted again when a schema that it refers to has changed', async () => {
  const dialect = '"$schema":"https://json-schema.org/draft/2020-12/schema"';
  const rest = Object.fromEntries([1, 2, 3].map((index) => [`f/${index}.json`, `{${dialect}}`]));
  const folder = temporaryFolder({
    'node_modules/x': '',
    'o.json': `{${dialect}}`,
    'f/a.json': `{${dialect},"$ref":"../o.json"}`,
    ...rest,
  });
  const run = async (): Promise<string> => (await runLint(folder, ['f'])).stdout;
  assert.is(await run(), clean);
  writeFileSync(join(folder, 'o.json'), '{"properties":1}');
  assert.match(await run(), /o\.json:1:2: error: schema:/);
});

test('--no-cache, and a file that is damaged', async () => {
  const folder = temporaryFolder(files);
  assert.is(await lint(folder, '--no-cache'), clean);
  assert.equal(readdirSync(join(folder, 'node_modules')), ['x']);
  await lint(folder);
  const place = join(folder, 'node_modules/.cache/slipway');
  const [name] = readdirSync(place);
  const good = readFileSync(join(place, name!), 'utf8');
  for (const damaged of [
    '',
    good.slice(0, 100),
    '[]',
    good.replace(/\[0\]/g, '[7]'),
    good.replace(/",0,1,/g, '",3,1,'),
    good.replace(/"files":\[\[/, '"files":[[1,'),
  ]) {
    writeFileSync(join(place, name!), damaged);
    assert.is(await lint(folder), clean);
  }
});

const digestOf = (content: string): string => createHash('sha256').update(content).digest('base64url');

test('a run of another tool, and a result of another content, are not taken', () => {
  const folder = temporaryFolder({ 'a.json': '{}', 's.json': '{}' });
  const job: LintJob = { file: join(folder, 'a.json'), find: {}, judge: { file: 'a.json' } };
  const result = (content: string): LintResult => ({ ...cleanResult, digest: digestOf(content), files: [join(folder, 's.json')] });
  const open = (tool: string) => openKnownResults(join(folder, 'cache/lint.json'), tool, () => '');
  const first = open('1');
  assert.is(first.find(job), undefined);
  first.add(job, result('{}'));
  first.save();
  assert.is(open('1').find(job)?.hasSchema, true);
  assert.is(open('2').find(job), undefined);
  assert.is(open('1').find({ ...job, judge: { file: 'a.json', atVersion: '2' } }), undefined);
  assert.is(open('1').find({ ...job, includeEdits: true }), undefined);
  writeFileSync(job.file, '[1]');
  const second = open('1');
  assert.is(second.find(job), undefined);
  second.add(job, result('[]'));
  second.save();
  assert.is(open('1').find(job), undefined, 'the file changed before it was linted');
});

test('a result without a digest, an incomplete one, and one with findings that quote a file, are not stored', () => {
  const folder = temporaryFolder({ 'a.json': '{}' });
  const job: LintJob = { file: join(folder, 'a.json'), find: {}, judge: { file: 'a.json' } };
  const place = { file: 'a.json', line: 1, column: 1, endLine: 1, endColumn: 2, pointer: '', severity: 'error', message: 'm' } as const;
  let tries = 0;
  const isStored = (result: Partial<LintResult>): boolean => {
    const file = join(folder, `${(tries += 1)}/lint.json`);
    const cache = openKnownResults(file, '1', () => '');
    cache.add(job, { ...cleanResult, digest: digestOf('{}'), ...result });
    cache.save();
    return existsSync(file);
  };
  assert.is(isStored({}), true);
  const { digest: _none, ...withoutDigest } = { ...cleanResult, digest: '' };
  const cache = openKnownResults(join(folder, 'none.json'), '1', () => '');
  cache.add(job, withoutDigest);
  cache.save();
  assert.is(existsSync(join(folder, 'none.json')), false);
  assert.is(isStored({ isIncomplete: true }), false);
  assert.is(isStored({ crossFile: { documents: [], directives: false } }), false);
  for (const rule of ['deprecated', 'invalid', 'unknown-field', 'prose-only', 'template', 'ignored-keyword'])
    assert.is(isStored({ findings: [{ ...place, rule }] }), true, rule);
  for (const rule of ['syntax', 'schema', 'file', 'unused-ignore', 'IST0101'])
    assert.is(isStored({ findings: [{ ...place, rule }] }), false, rule);
  assert.is(isStored({ findings: [{ ...place, rule: 'invalid', suppressed: { by: 'comment', reason: 'words' } }] }), false);
  assert.is(isStored({ findings: Array.from({ length: 101 }, () => ({ ...place, rule: 'invalid' })) }), false);
});

test('a cache that cannot be written is no error', () => {
  const folder = temporaryFolder({ cache: 'a file', 'a.json': '{}' });
  const cache = openKnownResults(join(folder, 'cache/lint.json'), '1', () => '');
  const job: LintJob = { file: join(folder, 'a.json'), find: {}, judge: { file: 'a.json' } };
  cache.find(job);
  cache.add(job, { ...cleanResult, digest: digestOf('{}') });
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
