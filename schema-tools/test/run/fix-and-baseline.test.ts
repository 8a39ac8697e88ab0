import { chmodSync, existsSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { replaceFile } from '../../src/lint/program/replace-file.ts';
import { runLint, deprecatedFieldSchema } from '@slipway/test-support/lint';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway-lint: --fix and baselines');
const free = JSON.stringify({
  properties: { old: { deprecated: true, 'x-deprecation-message': 'Write `new`.', 'x-replaced-by': 'new' }, new: {} },
});

test('--fix renames in the file, keeps its mode and its bytes, and reports what is left', async () => {
  const folder = temporaryFolder({
    's.json': free,
    'a.jsonc': '\ufeff// Mine.\r\n{\r\n\t"old" : 1, // Old.\r\n}\r\n',
    'b.yaml': 'old: 1\nnew: 2\n',
    'c.toml': 'old = 1 # One.\n',
  });
  writeFileSync(join(folder, 'd.yaml'), 'old: 1 # D.\n', { mode: 0o640 });
  const { code, stdout } = await runLint(folder, ['--schema', 's.json', '--fix', 'a.jsonc', 'b.yaml', 'c.toml', 'd.yaml']);
  assert.is(code, 0);
  assert.is(readFileSync(join(folder, 'a.jsonc'), 'utf8'), '\ufeff// Mine.\r\n{\r\n\t"new" : 1, // Old.\r\n}\r\n');
  assert.is(readFileSync(join(folder, 'b.yaml'), 'utf8'), 'old: 1\nnew: 2\n');
  assert.is(readFileSync(join(folder, 'c.toml'), 'utf8'), 'new = 1 # One.\n');
  assert.is(readFileSync(join(folder, 'd.yaml'), 'utf8'), 'new: 1 # D.\n');
  assert.is(statSync(join(folder, 'd.yaml')).mode & 0o777, 0o640);
  assert.match(stdout, /^b\.yaml:1:1: warning: deprecated: Write `new`\.\n/);
  assert.match(stdout, /\nFixed 3 findings\.\n/);
});
test('--fix in UTF-16 writes UTF-16', async () => {
  const folder = temporaryFolder({ 's.json': free });
  writeFileSync(join(folder, 'a.json'), Buffer.from('\ufeff{"old":"é"}', 'utf16le'));
  assert.is((await runLint(folder, ['--schema', 's.json', '--fix', 'a.json'])).code, 0);
  assert.is(readFileSync(join(folder, 'a.json'), 'utf16le'), '\ufeff{"new":"é"}');
});
test('--fix goes through a link', async () => {
  const folder = temporaryFolder({ 's.json': free, 'real.json': '{"old":1}' });
  symlinkSync('real.json', join(folder, 'a.json'));
  await runLint(folder, ['--schema', 's.json', '--fix', 'a.json']);
  assert.is(readFileSync(join(folder, 'real.json'), 'utf8'), '{"new":1}');
  assert.ok(lstatSync(join(folder, 'a.json')).isSymbolicLink());
});
test('a mode that new files are not given is kept', () => {
  const folder = temporaryFolder({ 'a.json': 'now' });
  chmodSync(join(folder, 'a.json'), 0o666);
  const before = process.umask(0o077);
  try {
    assert.is(replaceFile(join(folder, 'a.json'), Buffer.from('now'), Buffer.from('then')), true);
  } finally {
    process.umask(before);
  }
  assert.is(statSync(join(folder, 'a.json')).mode & 0o777, 0o666);
});
test('a file that cannot be written is a finding and stays; the others are fixed and reported', async () => {
  // The name of the file that replaces it would be longer than the file system allows.
  const name = `${'a'.repeat(250)}.json`;
  const folder = temporaryFolder({ 's.json': free, [name]: '{"old":1}', 'b.json': '{"old":1}' });
  const { code, stdout, stderr } = await runLint(folder, ['--schema', 's.json', '--fix', '--format', 'json', name, 'b.json']);
  const found = JSON.parse(stdout) as readonly { file: string; rule: string; message: string }[];
  assert.equal([code, stderr, found.map(({ file, rule }) => [file, rule])], [2, '', [[name, 'file']]]);
  assert.match(found[0]!.message, /^This file cannot be written, so it was not fixed: ENAMETOOLONG: /);
  assert.is(readFileSync(join(folder, name), 'utf8'), '{"old":1}');
  assert.is(readFileSync(join(folder, 'b.json'), 'utf8'), '{"new":1}');
});
test('a file that changed meanwhile is not written', () => {
  const folder = temporaryFolder({ 'a.json': 'now' });
  assert.is(replaceFile(join(folder, 'a.json'), Buffer.from('before'), Buffer.from('after')), false);
  assert.is(readFileSync(join(folder, 'a.json'), 'utf8'), 'now');
});

test('a baseline marks what was known, hides nothing, and only what is new counts', async () => {
  const folder = temporaryFolder({ 's.json': deprecatedFieldSchema, 'a.json': '{"old":1,"new":2}' });
  const run = (...args: string[]) => runLint(folder, ['--schema', 's.json', '--format', 'json', ...args]);
  assert.is((await run('a.json')).code, 1);
  assert.is((await run('--write-baseline', 'a.json')).code, 0);
  assert.ok(existsSync(join(folder, 'slipway-lint-baseline.json')));
  const marks = (stdout: string) =>
    (JSON.parse(stdout) as { file: string; rule: string; baseline: string }[]).map(
      ({ file, rule, baseline }) => `${file} ${rule} ${baseline}`,
    );
  writeFileSync(join(folder, 'b.json'), '{"new":3}');
  const { code, stdout } = await run('--baseline', 'slipway-lint-baseline.json', 'a.json', 'b.json');
  assert.equal([code, marks(stdout)], [1, ['a.json deprecated known', 'a.json invalid known', 'b.json invalid new']]);
  const known = await run('--baseline', 'slipway-lint-baseline.json', '--max-warnings', '0', 'a.json');
  assert.equal([known.code, marks(known.stdout)], [0, ['a.json deprecated known', 'a.json invalid known']]);
});
test('a config file may name the baseline', async () => {
  const files = {
    's.json': deprecatedFieldSchema,
    'a.json': '{"old":1}',
    'slipway-lint.json': '{"baseline":"known.json","maxWarnings":0,"schemas":[{"fileMatch":"a.json","schema":"s.json"}]}',
  };
  const folder = temporaryFolder(files);
  assert.equal(await runLint(folder, ['a.json']), {
    code: 2,
    stdout: '',
    stderr: `slipway-lint: ${folder}/known.json: there is no such baseline; \`--write-baseline\` makes it.\n`,
  });
  const written = await runLint(folder, ['--write-baseline', 'a.json']);
  assert.is(written.code, 0);
  assert.match(written.stdout, /\nThe findings are now in known\.json\.\n$/);
  assert.is((await runLint(folder, ['a.json'])).code, 0);
});
test('a later run in the folder finds the baseline that was written, and does not lint it', async () => {
  const folder = temporaryFolder({ 's.json': deprecatedFieldSchema, 'a.json': '{"old":1,"new":2}' });
  const run = (...args: string[]) => runLint(folder, ['--schema', 's.json', ...args]);
  assert.is((await run('--write-baseline', 'a.json')).code, 0);
  const known = await run('--max-warnings', '0', 'a.json', 'slipway-lint-baseline.json');
  assert.is(known.code, 0, known.stdout);
  assert.match(known.stdout, /1 file/);
  const all = await run('--no-baseline', 'a.json');
  assert.is(all.code, 1, all.stdout);
  assert.not.match(all.stdout, 'known');
  const both = await run('--no-baseline', '--write-baseline', 'a.json');
  assert.equal([both.code, both.stderr], [2, "slipway-lint: option '--no-baseline' cannot be used with option '--write-baseline'\n"]);
});
test('a baseline that is none is told', async () => {
  const { code, stdout, stderr } = await runLint({ 'a.json': '{}', 'b.json': '[]' }, ['--baseline', 'b.json', 'a.json']);
  assert.equal([code, stdout], [2, '']);
  assert.match(stderr, /^slipway-lint: .*b\.json: expected a baseline/);
});
test.run();
