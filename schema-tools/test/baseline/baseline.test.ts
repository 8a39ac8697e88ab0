import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Baseline, markFindings, readBaseline, writeBaseline } from '../../src/lint/baseline/index.ts';
import type { Finding } from '../../src/lint/finding.ts';
import { countFindings } from '../../src/lint/reports/index.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('lint baseline');

const finding = (members: Partial<Finding> = {}): Finding => ({
  file: 'a.json',
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 4,
  pointer: '/a',
  rule: 'deprecated',
  severity: 'warning',
  message: 'Old.',
  ...members,
});
const states = (findings: readonly Finding[], baseline: Baseline, cwd: string, files = ['a.json']) =>
  markFindings(findings, baseline, files, cwd).findings.map(({ baseline: state }) => state);

test('what is written is one line for each finding, in an order of its own', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'known.json');
  assert.is(await writeBaseline(path, [finding({ file: 'b.json', line: 9 }), finding({ line: 7 }), finding({ line: 3 })], folder), 3);
  assert.is(
    readFileSync(path, 'utf8'),
    `{
  "version": 1,
  "findings": [
    {"file":"a.json","rule":"deprecated","pointer":"/a","message":"Old.","count":2},
    {"file":"b.json","rule":"deprecated","pointer":"/a","message":"Old.","count":1}
  ]
}
`,
  );
  assert.equal(readdirSync(folder), ['known.json']);
});
test('nothing found is an empty list', async () => {
  const path = join(temporaryFolder(), 'known.json');
  await writeBaseline(path, []);
  assert.is(readFileSync(path, 'utf8'), '{\n  "version": 1,\n  "findings": []\n}\n');
  assert.equal((await readBaseline(path)).entries, []);
});
test('what moved to another line stays known; another message, place, rule or file is new', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'known.json');
  await writeBaseline(path, [finding()], folder);
  const baseline = await readBaseline(path);
  assert.equal(states([finding({ line: 100, column: 7 })], baseline, folder), ['known']);
  for (const other of [{ message: 'New.' }, { pointer: '/b' }, { rule: 'invalid' }, { file: 'b.json' }])
    assert.equal(states([finding(other)], baseline, folder), ['new']);
});
test('a severity that changed is still the same finding', async () => {
  const folder = temporaryFolder();
  await writeBaseline(join(folder, 'k.json'), [finding()], folder);
  assert.equal(states([finding({ severity: 'error' })], await readBaseline(join(folder, 'k.json')), folder), ['known']);
});
test('as many are known as were counted', async () => {
  const folder = temporaryFolder();
  await writeBaseline(join(folder, 'k.json'), [finding({ line: 1 }), finding({ line: 2 })], folder);
  assert.equal(
    states([finding({ line: 1 }), finding({ line: 2 }), finding({ line: 3 })], await readBaseline(join(folder, 'k.json')), folder),
    ['known', 'known', 'new'],
  );
});
test('known findings are not hidden and do not count', async () => {
  const folder = temporaryFolder();
  await writeBaseline(join(folder, 'k.json'), [finding()], folder);
  const { findings } = markFindings(
    [finding(), finding({ pointer: '/b' }), finding({ pointer: '/c', severity: 'error' })],
    await readBaseline(join(folder, 'k.json')),
    ['a.json'],
    folder,
  );
  assert.is(findings.length, 3);
  assert.equal(countFindings(findings), { errors: 1, warnings: 1, infos: 0, known: 1, ignored: 0 });
});
test('an obsolete entry is reported once, with its count', async () => {
  const folder = temporaryFolder({ 'other.json': '' });
  await writeBaseline(join(folder, 'k.json'), [finding(), finding(), finding({ pointer: '/gone' })], folder);
  assert.equal(markFindings([finding()], await readBaseline(join(folder, 'k.json')), ['a.json'], folder).gone, [
    { file: 'a.json', rule: 'deprecated', pointer: '/a', message: 'Old.', count: 1 },
    { file: 'a.json', rule: 'deprecated', pointer: '/gone', message: 'Old.', count: 1 },
  ]);
});
test('a row that stands twice counts twice, and is reported once when it is gone', () => {
  const row = { file: 'a.json', rule: 'deprecated', pointer: '/a', message: 'Old.', count: 1 };
  assert.equal(markFindings([finding()], { folder: '/x', entries: [row, row, row] }, ['a.json'], '/x').gone, [{ ...row, count: 2 }]);
});
test('a file that was not linted is not obsolete, a deleted one is', async () => {
  const folder = temporaryFolder({ 'other.json': '{}' });
  await writeBaseline(join(folder, 'k.json'), [finding({ file: 'other.json' }), finding({ file: 'deleted.json' })], folder);
  assert.equal(
    markFindings([], await readBaseline(join(folder, 'k.json')), ['a.json'], folder).gone.map(({ file }) => file),
    ['deleted.json'],
  );
});
test("names are relative to the baseline's folder, wherever the linter runs", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'src'));
  const path = join(folder, 'k.json');
  await writeBaseline(path, [finding({ file: '../src/a.json' })], join(folder, 'src'));
  assert.ok(readFileSync(path, 'utf8').includes('"file":"src/a.json"'));
  const baseline = await readBaseline(path);
  assert.equal(states([finding({ file: 'a.json' })], baseline, join(folder, 'src')), ['known']);
  assert.equal(states([finding({ file: './src/a.json' })], baseline, folder), ['known']);
  assert.equal(states([finding({ file: join(folder, 'src/a.json') })], baseline, '/'), ['known']);
});
test('what is ignored, and what keeps a file from being read, is neither written nor marked', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'k.json');
  const others = [finding({ suppressed: { by: 'comment' } }), finding({ rule: 'syntax', severity: 'error' })];
  assert.is(await writeBaseline(path, others, folder), 0);
  assert.equal(states(others, await readBaseline(path), folder), [undefined, undefined]);
});

const refused = async (text: string | undefined): Promise<string> => {
  const folder = temporaryFolder(text === undefined ? {} : { 'k.json': text });
  return readBaseline(join(folder, 'k.json')).then(
    () => 'read',
    (error: Error) => `${error.name}: ${error.message.replace(folder, '')}`,
  );
};

test('a file that is not a baseline says what was expected', async () => {
  assert.is(await refused(undefined), 'BaselineError: /k.json: there is no such baseline; `--write-baseline` makes it.');
  assert.match(await refused('{'), /^BaselineError: \/k\.json: expected a baseline, which is JSON: /);
  assert.is(await refused('[]'), 'BaselineError: /k.json: expected a baseline with "version": 1, given none.');
  assert.is(await refused('null'), 'BaselineError: /k.json: expected a baseline with "version": 1, given none.');
  assert.is(await refused('{ "version": 2, "findings": [] }'), 'BaselineError: /k.json: expected a baseline with "version": 1, given 2.');
  assert.is(await refused('{ "version": 1 }'), 'BaselineError: /k.json: expected "findings" to be an array.');
  assert.is(
    await refused('{ "version": 1, "findings": [{ "file": "a" }] }'),
    'BaselineError: /k.json: expected /findings/0 to be { file, rule, pointer, message, count }, the first four of them ' +
      'strings, count a whole number from 1.',
  );
});
test('a place that cannot be written says so', async () => {
  const folder = temporaryFolder({ file: '' });
  const error = await writeBaseline(join(folder, 'none/k.json'), []).then(
    () => undefined,
    (failure: Error) => failure,
  );
  assert.is(error?.name, 'BaselineError');
  assert.ok(error!.message.includes('none/k.json: the baseline cannot be written: '));
});
test('a byte order mark and a missing count are read', async () => {
  const folder = temporaryFolder({
    'k.json': '\uFEFF{ "version": 1, "findings": [{ "file": "a.json", "rule": "r", "pointer": "", "message": "m" }] }',
  });
  assert.equal(await readBaseline(join(folder, 'k.json')), {
    folder,
    entries: [{ file: 'a.json', rule: 'r', pointer: '', message: 'm', count: 1 }],
  });
});
test.run();
