import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runLint, deprecatedFieldSchema } from '@slipway/test-support/lint';

const test = suite('slipway-lint: config file');
const base = { 's.json': deprecatedFieldSchema, 'a.json': '{"old":1}', 'in/b.json': '{"old":1}' };
const table = { schemas: [{ fileMatch: '*.json', schema: 's.json' }] };
/** Severity and file of every finding. */
async function found(config: object | string, ...args: string[]): Promise<readonly string[]> {
  const { stdout, stderr } = await runLint({ ...base, 'slipway-lint.json': typeof config === 'string' ? config : JSON.stringify(config) }, [
    '--format',
    'json',
    ...(args.length > 0 ? args : ['a.json', 'in']),
  ]);
  assert.is(stderr, '');
  return (JSON.parse(stdout) as { file: string; severity: string }[]).map(({ file, severity }) => `${file} ${severity}`);
}
const refused = async (config: string, name = 'slipway-lint.json') => {
  const { code, stdout, stderr } = await runLint({ ...base, [name]: config }, ['a.json']);
  assert.equal([code, stdout], [2, '']);
  return stderr;
};

test('rules have severities, and the command line is stronger', async () => {
  assert.equal(await found({ ...table, rules: { deprecated: 'error' } }), ['a.json error', 'in/b.json error']);
  assert.equal(await found({ ...table, rules: { deprecated: 'error' } }, '--rule', 'deprecated=info', 'a.json'), ['a.json info']);
});
test('overrides are for some files, and the last that fits says it', async () => {
  assert.equal(
    await found({
      ...table,
      overrides: [
        { files: 'in/*', rules: { deprecated: 'error' } },
        { files: ['in/*'], rules: { deprecated: 'info' } },
      ],
    }),
    ['a.json warning', 'in/b.json info'],
  );
});
test('an override may have a schema of its own', async () => {
  assert.equal(await found({ ...table, overrides: [{ files: 'in/*', schema: 's.json' }], schemas: [] }), ['in/b.json warning']);
});
test('what is ignored as a file is not linted, what is ignored as a finding is not reported', async () => {
  assert.equal(await found({ ...table, ignore: ['in/'.concat('**')] }), ['a.json warning']);
  assert.equal(await found({ ...table, ignore: [{ files: 'in/*.json', rules: 'deprecated', reason: 'Soon.' }] }), ['a.json warning']);
  assert.equal(await found({ ...table, ignore: [{ pointers: '/old' }] }), []);
});
test('globs of a config begin at its folder, wherever the linter runs', async () => {
  const { stdout } = await runLint(
    {
      's.json': deprecatedFieldSchema,
      'in/slipway-lint.json': '{"schemas":[{"fileMatch":"deep/*.json","schema":"../s.json"}],"ignore":[{"files":"deep/c.json"}]}',
      'in/deep/b.json': '{"old":1}',
      'in/deep/c.json': '{"old":1}',
    },
    ['--format', 'json', 'in/deep'],
  );
  assert.equal(
    (JSON.parse(stdout) as { file: string }[]).map(({ file }) => file),
    ['in/deep/b.json'],
  );
});
test('--config is for all files', async () => {
  const { code, stdout } = await runLint(
    { ...base, 'other.yaml': 'schemas: [{ fileMatch: "*.json", schema: s.json }]\nmaxWarnings: 0\n' },
    ['--config', 'other.yaml', '--format', 'json', 'a.json'],
  );
  assert.equal([code, (JSON.parse(stdout) as object[]).length], [1, 1]);
});
test('comments are allowed in it', async () => {
  assert.equal(await found(`// Ours.\n${JSON.stringify(table)}`, 'a.json'), ['a.json warning']);
});
test('catalog, providerSchemas and strictSpec are paths and switches like those of the command line', async () => {
  const files = {
    's.json':
      '{"$schema":"http://json-schema.org/draft-07/schema#","properties":' +
      '{"x":{"$ref":"#/definitions/y","deprecated":true}},"definitions":{"y":{}}}',
    'a.json': '{"x":1}',
    'slipway-lint.json': '{"schemas":[{"fileMatch":"a.json","schema":"s.json"}],"strictSpec":true}',
  };
  assert.is((await runLint(files, ['a.json'])).stdout, 'Found nothing in 1 file.\n');
  assert.match(
    (await runLint({ ...files, 'slipway-lint.json': '{"schemas":[{"fileMatch":"a.json","schema":"s.json"}]}' }, ['a.json'])).stdout,
    /^a\.json:1:2: warning: deprecated: /,
  );
  const catalog = {
    'slipway-lint.json': '{"catalog":"c"}',
    'c/x.schema.json': '{"$id":"https://example.com/x","properties":{"old":{"deprecated":true}}}',
    'a.json': '{"$schema":"https://example.com/x","old":1}',
  };
  assert.match((await runLint(catalog, ['a.json'])).stdout, /^a\.json:1:36: warning: deprecated: /);
});

test('a schema may have any name that a file may have', async () => {
  const { code, stdout } = await runLint(
    {
      'a#b%20c.json': deprecatedFieldSchema,
      'slipway-lint.json': '{"schemas":[{"fileMatch":"x.json","schema":"a#b%20c.json"}]}',
      'x.json': '{"old":1}',
    },
    ['--format', 'json', 'x.json'],
  );
  assert.equal([code, JSON.parse(stdout).length], [0, 1]);
});
test('an invalid version is reported', async () => {
  const { code, stderr } = await runLint(
    { 'slipway-lint.json': '{"atVersion":"soon","overrides":[{"files":"a.json","atVersion":"later"}]}', 'a.json': '{}' },
    [],
  );
  assert.equal(
    [code, stderr],
    [
      2,
      'slipway-lint: slipway-lint.json:1:2: /atVersion: expected a version, such as 2.4 or 2026-03-31\nslipway-lint: ' +
        'slipway-lint.json:1:52: /overrides/0/atVersion: expected a version, such as 2.4 or 2026-03-31\n',
    ],
  );
});
test('what is wrong in it is reported at its place, and nothing is linted', async () => {
  assert.is(
    await refused('{\n  "schemas": [{ "fileMatch": "*.json" }],\n  "rules": { "deprecated": "loud" },\n  "extra": 1\n}'),
    `slipway-lint: slipway-lint.json:2:15: /schemas/0: \`schema\` is missing
slipway-lint: slipway-lint.json:3:14: /rules/deprecated: expected one of "error", or "warning", or "info", or "off"
slipway-lint: slipway-lint.json:4:3: /extra: \`extra\` is not allowed here
`,
  );
  assert.match(await refused('{\n  "schemas": [}'), /^slipway-lint: slipway-lint\.json:2:15: /);
});
test('a missing schema is reported', async () => {
  assert.is(
    await refused('schemas:\n  - fileMatch: "*.json"\n    schema: none.json\ncatalog: nowhere\n', 'slipway-lint.yaml'),
    'slipway-lint: slipway-lint.yaml:3:5: /schemas/0/schema: there is no none.json beside this file\nslipway-lint: ' +
      'slipway-lint.yaml:4:1: /catalog: there is no nowhere beside this file\n',
  );
});
test('formats are checked as the run, the row of the schema, an override or the config says, in this order', async () => {
  const config = (members: object) => JSON.stringify({ schemas: [{ fileMatch: 'a.json', schema: 's.json' }], ...members });
  const code = async (members: object, ...args: string[]) =>
    (await runLint({ 's.json': '{"format":"date"}', 'a.json': '"x"', 'slipway-lint.json': config(members) }, [...args, 'a.json'])).code;
  const row = (formats: string) => ({ schemas: [{ fileMatch: 'a.json', schema: 's.json', formats }] });
  assert.is(await code({}), 0);
  assert.is(await code({ formats: 'assert' }), 1);
  assert.is(await code({ overrides: [{ files: 'a.json', formats: 'assert' }] }), 1);
  assert.is(await code({ formats: 'assert', overrides: [{ files: 'a.json', formats: 'annotate' }] }), 0);
  assert.is(await code({ ...row('assert'), formats: 'annotate' }), 1);
  assert.is(await code({ ...row('annotate'), formats: 'assert' }), 0);
  assert.is(await code({}, '--formats', 'assert'), 1);
  assert.is(await code(row('assert'), '--formats', 'annotate'), 0);
});
test.run();
