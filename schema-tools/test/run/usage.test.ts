import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runLint, runLintInShell, deprecatedFieldSchema } from '@slipway/test-support/lint';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway-lint: command line');
const files = { 's.json': deprecatedFieldSchema, 'a.json': '{"old":1}', 'b.json': '{"new":"x"}' };
const names = async (given: Readonly<Record<string, string>> | string, ...args: string[]) => {
  const { code, stdout, stderr } = await runLint(given, ['--print-schema', '--format', 'json', ...args]);
  return code === 0 ? (JSON.parse(stdout) as { file: string }[]).map(({ file }) => file) : stderr;
};
const refused = async (...args: string[]) => {
  const { code, stdout, stderr } = await runLint(files, args);
  assert.equal([code, stdout], [2, '']);
  return stderr;
};

test('--version and --help are answers', async () => {
  assert.equal(await runLint({}, ['--version']), { code: 0, stdout: '0.1.0\n', stderr: '' });
  const { code, stdout } = await runLint({}, ['--help']);
  assert.is(code, 0);
  assert.match(stdout, /^Usage: slipway-lint \[options\] \[files\.\.\.\]\n/);
  assert.match(stdout, /\nExit codes:\n  0  no findings/);
});
test('--print-rules lists the rules', async () => {
  const { code, stdout } = await runLint({}, ['--print-rules']);
  assert.equal(
    [code, stdout.split('\n').map((line) => line.split(':')[0])],
    [
      0,
      [
        'deprecated (warning)',
        'invalid (error)',
        'unknown-field (off)',
        'prose-only (off)',
        'syntax (error)',
        'schema (error)',
        'template (info)',
        'file (error)',
        'ignored-keyword (info)',
        'unused-ignore (info)',
        '',
      ],
    ],
  );
});
test('without files, every file below the folder whose format is known', async () => {
  assert.equal(
    await names({
      'b.yaml': 'a: 1',
      'a.json': '{}',
      'x.txt': '',
      'in/c.toml': 'a = 1',
      'in/.d.json': '{}',
      'node_modules/e.json': '{}',
      '.git/f.json': '{}',
      'in/cdktf.out/g.json': '{}',
      '.terraform/h.json': '{}',
      '.config/i.json': '{}',
    }),
    ['.config/i.json', 'a.json', 'b.yaml', 'in/.d.json', 'in/c.toml'],
  );
});
test('what a walk passes over can be named', async () => {
  const given = { 'cdktf.out/stacks/a/cdk.tf.json': '{"resource":{"a_b":{"c":{}}}}', 'node_modules/e.json': '{}' };
  assert.equal(await names(given, 'cdktf.out', 'node_modules/e.json'), ['cdktf.out/stacks/a/cdk.tf.json', 'node_modules/e.json']);
  assert.equal(await names(given, 'cdktf.out/**/*.json'), ['cdktf.out/stacks/a/cdk.tf.json']);
});
test('files, folders and globs are taken in their order, each once', async () => {
  const given = { 'in/a.json': '{}', 'in/b.json': '{}', 'in/c.yaml': 'a: 1', 'z.json': '{}' };
  assert.equal(await names(given, 'z.json', 'in/*.json', 'in'), ['z.json', 'in/a.json', 'in/b.json', 'in/c.yaml']);
  assert.equal(await names(given, '**/*.{json,yaml}', '!in/b.json'), ['in/a.json', 'in/c.yaml', 'z.json']);
  assert.equal(await names(given, '.', '!in'), ['z.json']);
  const folder = temporaryFolder(given);
  assert.equal(await names(folder, `${folder}/in/a.json`, './z.json'), ['in/a.json', 'z.json']);
});
test('a glob that nothing fits is reported', async () => {
  assert.is(await names({}, '*.json'), 'slipway-lint: no file matches *.json\n');
  assert.is(await names({}, 'none/*.json'), 'slipway-lint: no file matches none/*.json: there is no folder none\n');
});
test('an empty folder is no fault', async () => {
  assert.equal(await runLint({}, []), { code: 0, stdout: 'Found nothing in 0 files.\n', stderr: '' });
});
test('files without a schema are counted', async () => {
  assert.equal(await runLint({ 'a.json': '{}', 'b.json': '{}' }, []), {
    code: 0,
    stderr: '',
    stdout: 'Found nothing in 2 files.\n2 files have no schema and were only read; --print-schema shows why.\n',
  });
});
test('standard input is linted as the file that it would be', async () => {
  const { code, stdout } = await runLint(
    { 'in/s.json': deprecatedFieldSchema },
    ['--stdin', '--stdin-filename', 'in/x.yaml'],
    '# $schema: s.json\nold: 1\n',
  );
  assert.equal(
    [code, stdout],
    [
      0,
      'in/x.yaml:2:1: warning: deprecated: Write `new`.\n   2 | old: 1\n     | ^^^\n     = write `new` instead\n\nFound 1 ' +
        'warning in 1 file.\n',
    ],
  );
});
test('it is decoded as a file is', async () => {
  const typed = (bytes: Buffer) =>
    runLint(
      { 's.json': deprecatedFieldSchema },
      ['--schema', 's.json', '--stdin', '--stdin-filename', 'x.json', '--format', 'json'],
      bytes,
    );
  assert.match(
    (await typed(Buffer.from('\ufeff{"old":"é"}', 'utf16le'))).stdout,
    '"line":1,"column":2,"endLine":1,"endColumn":7,"pointer":"/old"',
  );
  const { code, stdout } = await typed(Buffer.from('{"new":"\xff"}', 'latin1'));
  assert.is(code, 1);
  assert.match(stdout, 'the file is not UTF-8: byte 0xFF at offset 8 begins no character');
});
test('--rule says what counts', async () => {
  assert.is((await runLint(files, ['--schema', 's.json', '--rule', 'deprecated=error', 'a.json'])).code, 1);
  assert.is((await runLint(files, ['--schema', 's.json', '--rule', 'deprecated=off', 'a.json'])).stdout, 'Found nothing in 1 file.\n');
});
test('--max-warnings says how many are allowed', async () => {
  assert.is((await runLint(files, ['--schema', 's.json', '--max-warnings', '1', 'a.json'])).code, 0);
  assert.is((await runLint(files, ['--schema', 's.json', '--max-warnings', '0', 'a.json'])).code, 1);
});
test('what cannot be done comes before what was found', async () => {
  assert.is((await runLint(files, ['--schema', 's.json', '--rule', 'deprecated=error', 'a.json', 'none.json'])).code, 2);
});
test('a wrong command line is reported, and nothing is linted', async () => {
  assert.is(await refused('--schema', 'none.json'), 'slipway-lint: --schema none.json: there is no such file\n');
  assert.is(await refused('--catalog', 'a.json'), 'slipway-lint: --catalog a.json: this is no folder\n');
  assert.is(await refused('--provider-schemas', '.'), 'slipway-lint: --provider-schemas .: this is no file\n');
  assert.is(
    await refused('--config', 'none.yaml', 'a.json'),
    'slipway-lint: none.yaml: this config file cannot be read: there is no such file\n',
  );
  assert.is(
    await refused('--rule', 'deprecatd=off'),
    'slipway-lint: --rule: there is no rule deprecatd; there are: deprecated, invalid, unknown-field, prose-only, template, ' +
      'ignored-keyword, unused-ignore\n',
  );
  assert.is(
    await refused('--rule', 'deprecated'),
    "slipway-lint: option '--rule <id=severity>' argument 'deprecated' is invalid. Write a rule and error, warning, info or " +
      'off: deprecated=error.\n',
  );
  assert.is(
    await refused('--timeout', 'soon'),
    "slipway-lint: option '--timeout <time>' argument 'soon' is invalid. Write a time such as 10s, 500ms or 2m.\n",
  );
  assert.is(await refused('--jobs', '0'), "slipway-lint: option '--jobs <number>' argument '0' is invalid. Write a whole number from 1.\n");
  assert.is(
    await refused('--max-warnings', '-1'),
    "slipway-lint: option '--max-warnings <number>' argument '-1' is invalid. Write a whole number from 0.\n",
  );
  assert.is(await refused('--stdin'), "slipway-lint: --stdin needs '--stdin-filename <name>', which gives its format\n");
  assert.is(await refused('--stdin-filename', 'a.json'), 'slipway-lint: --stdin-filename needs --stdin\n');
  assert.is(await refused('--stdin', '--stdin-filename', 'x.json', 'a.json'), 'slipway-lint: --stdin takes no files\n');
  assert.is(await refused('--watch', '--format', 'json'), "slipway-lint: --watch reports as text; it cannot be used with '--format'\n");
  assert.is(
    await refused('--fix', '--stdin', '--stdin-filename', 'a.json'),
    "slipway-lint: option '--stdin' cannot be used with option '--fix'\n",
  );
  assert.is(await refused(''), 'slipway-lint: the name of a file is empty; without any, every file below the current folder is linted\n');
  assert.is(await refused('--at-version', 'soon'), 'slipway-lint: --at-version soon: expected a version, such as 2.4 or 2026-03-31\n');
  assert.is(await refused('--print-schema', '--fix'), "slipway-lint: option '--print-schema' cannot be used with option '--fix'\n");
  assert.is(await refused('--shema', 's.json'), "slipway-lint: unknown option '--shema'\n(Did you mean --schema?)\n");
});
test('a reader that goes away ends it quietly', () => {
  const folder = temporaryFolder({ 's.json': deprecatedFieldSchema, 'a.json': JSON.stringify({ old: 1 }) });
  const { stdout, stderr } = runLintInShell(folder, 'slipway-lint --schema s.json a.json | true; echo done');
  assert.equal([stdout, stderr], ['done\n', '']);
});
test.run();
