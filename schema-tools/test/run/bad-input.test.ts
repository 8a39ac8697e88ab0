import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runLint, deprecatedFieldSchema } from '@slipway/test-support/lint';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway-lint: bad input');

/** `file:line:column: severity: rule: message` of every finding, and the exit code. */
async function said(
  files: Readonly<Record<string, string>> | string,
  ...args: string[]
): Promise<readonly [code: number | null, ...lines: string[]]> {
  const { code, stdout, stderr } = await runLint(files, ['--format', 'json', ...args]);
  assert.is(stderr, '');
  const found = JSON.parse(stdout) as readonly { file: string; line: number; column: number; rule: string; message: string }[];
  return [code, ...found.map(({ file, line, column, rule, message }) => `${file}:${line}:${column}: ${rule}: ${message}`)];
}
const under = (text: string, name = 'a.json') =>
  said({ [name]: text, 's.schema.json': deprecatedFieldSchema }, '--schema', 's.schema.json', name);
const bySchema = (text: string) => said({ 'a.json': '{"a":1}', 's.json': text }, '--schema', 's.json', 'a.json');

test('a malformed file is reported at its place, and the exit code is 1', async () => {
  assert.equal(await under('{"old": }'), [1, 'a.json:1:9: syntax: expected a value, found "}": the "{" of line 1 is not closed']);
});
test('an empty file is reported', async () => {
  assert.equal(await under(''), [1, 'a.json:1:1: syntax: expected a value, but the text is empty']);
});
test('a YAML file without content is null or an object without members, whichever its schema accepts', async () => {
  const files = {
    'a.yaml': '',
    'b.yaml': '\n',
    'c.yaml': '# A comment: 1\n# and another\n',
    'd.yaml': '---\n',
    'e.yaml': '\ufeff# A.\r\n---\r\n# B.\r\n...\r\n',
    'f.yaml': '%YAML 1.2\n---\n',
  };
  const names = Object.keys(files);
  const found = (schema: string) => said({ ...files, 's.json': schema }, '--schema', 's.json', ...names);
  const each = (finding: string) => [1, ...names.map((name) => `${name}:1:1: invalid: ${finding}`)];
  assert.equal(await found(deprecatedFieldSchema), [0]);
  assert.equal(await found('{"required":["name"]}'), each('`name` is missing'));
  assert.equal(await found('{"type":"object","required":["name"]}'), each('`name` is missing'));
  assert.equal(await found('{"type":["object","null"],"required":["name"]}'), [0]);
  assert.equal(await found('{"type":"array"}'), each('expected a list; found null'));
  assert.equal(await found('{"minProperties":1}'), each('expected at least 1 property; found 0'));
});
test('a file that is not text is reported', async () => {
  const folder = temporaryFolder({ 's.json': deprecatedFieldSchema });
  writeFileSync(join(folder, 'a.json'), Buffer.from([0x7b, 0xff]));
  assert.equal(await said(folder, '--schema', 's.json', 'a.json'), [
    1,
    'a.json:1:2: syntax: the file is not UTF-8: byte 0xFF at offset 1 begins no character; save the file as UTF-8',
  ]);
});
test('a BOM, CRLF, tabs and emoji do not move a place', async () => {
  assert.equal(await under('\ufeff{\r\n\t"😀": 1, "old": 1\r\n}'), [0, 'a.json:2:11: deprecated: Write `new`.']);
  assert.equal(await under('\ufeff"😀": 1\r\nold: 1\r\n', 'a.yaml'), [0, 'a.yaml:2:1: deprecated: Write `new`.']);
});
test('a key that stands twice is reported, and the last one counts', async () => {
  const [code, first, second] = await under('{"old": 1, "old": 2}');
  assert.is(code, 1);
  assert.match(first!, /^a\.json:1:12: syntax: .*old/);
  assert.is(second, 'a.json:1:12: deprecated: Write `new`.');
});
test('a missing file is reported, and the exit code is 2', async () => {
  assert.equal(await said({}, 'nope.json'), [2, 'nope.json:1:1: file: There is no such file.']);
});
test('a link that leads nowhere, and one in a circle, are reported', async () => {
  const folder = temporaryFolder();
  symlinkSync('nope.json', join(folder, 'a.json'));
  symlinkSync('b.json', join(folder, 'b.json'));
  assert.equal(await said(folder, 'a.json', 'b.json'), [
    2,
    'a.json:1:1: file: There is no such file.',
    'b.json:1:1: file: This link leads round in a circle.',
  ]);
});
const asAnyone = process.getuid?.() === 0 ? skipWithReason(test, 'root may read every file') : test;
asAnyone('a file that may not be read is told', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.json'), '{}', { mode: 0 });
  assert.equal(await said(folder, 'a.json'), [2, 'a.json:1:1: file: This file may not be read: permission denied.']);
});
test('a folder is walked, whatever its name', async () => {
  const folder = temporaryFolder({ 's.json': deprecatedFieldSchema });
  mkdirSync(join(folder, 'x.json'));
  writeFileSync(join(folder, 'x.json', 'a.json'), '{"old":1}');
  assert.equal(await said(folder, '--schema', 's.json', 'x.json'), [0, 'x.json/a.json:1:2: deprecated: Write `new`.']);
});
test('a name that tells no format is reported', async () => {
  assert.equal(await said({ 'a.txt': '{}' }, 'a.txt'), [
    2,
    'a.txt:1:1: file: The name of this file does not give its format: expected an extension of JSON, YAML or TOML ' +
      '(.json, .jsonc, .yaml, .yml, .toml).',
  ]);
});

test('a malformed schema is reported at its own place, once for all files, and the exit code is 2', async () => {
  assert.equal(
    await said({ 'a.json': '{}', 'b.json': '{}', 's.json': '{\n  "deprecated": 1,,\n}' }, '--schema', 's.json', 'a.json', 'b.json'),
    [2, 's.json:2:19: schema: This schema cannot be read: expected a name in double quotes, found ","'],
  );
});
test('a deprecated that is not a boolean is reported', async () => {
  assert.equal(await bySchema('{\n  "properties": { "a": { "deprecated": "yes" } }\n}'), [
    2,
    's.json:2:26: schema: Expected true or false, given "yes"',
  ]);
});
test('an unknown dialect is reported', async () => {
  const [code, line] = await bySchema('{"$schema":"https://example.com/dialect"}');
  assert.is(code, 2);
  assert.match(line!, /^s\.json:1:2: schema: The dialect https:\/\/example\.com\/dialect is not known/);
});
test('a reference to nowhere is reported, and nothing is fetched', async () => {
  const [code, line] = await bySchema('{"properties":{"a":{"$ref":"https://example.com/none.json"}}}');
  assert.is(code, 2);
  assert.match(line!, /^s\.json:1:21: schema: .*https:\/\/example\.com\/none\.json.*nothing is fetched/);
});
test('a reference to itself is reported', async () => {
  assert.equal(await bySchema('{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}'), [
    2,
    's.json:1:30: schema: It refers to itself without end',
  ]);
});
test('schemas that refer to one another in a circle are none the worse for it', async () => {
  assert.equal(
    await said(
      {
        'a.json': '{"a":{"a":{"old":1}}}',
        's.json': '{"properties":{"a":{"$ref":"t.json"},"old":{"deprecated":true,"x-deprecation-message":"No."}}}',
        't.json': '{"$ref":"s.json"}',
      },
      '--schema',
      's.json',
      'a.json',
    ),
    [0, 'a.json:1:12: deprecated: No.'],
  );
});
test('a fault in a schema that another refers to is reported there', async () => {
  assert.equal(
    await said(
      { 'a.json': '{}', 's.json': '{"$ref":"deep/t.json#/$defs/x"}', 'deep/t.json': '{"$defs":{"x":{\n"deprecated":0}}}' },
      '--schema',
      's.json',
      'a.json',
    ),
    [2, 'deep/t.json:2:1: schema: Expected true or false, given 0'],
  );
});
test('an invalid schema is reported', async () => {
  assert.equal(await bySchema('[]'), [2, 's.json:1:1: schema: A schema is an object, or true or false; this is a list.']);
  assert.equal(await bySchema(''), [2, 's.json:1:1: schema: This schema cannot be read: expected a value, but the text is empty']);
});
test.run();
