import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runLint, deprecatedFieldSchema } from '@slipway/test-support/lint';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('find-schema: every way');

/** What `--print-schema` says. */
const chosen = async (files: Readonly<Record<string, string>> | string, ...args: string[]) => {
  const { stdout, stderr } = await runLint(files, ['--print-schema', ...args]);
  assert.is(stderr, '');
  return stdout;
};
const catalog = (fileMatch: readonly string[]) => ({
  'catalog/catalog.json': JSON.stringify({ schemas: [{ name: 'App', url: 'https://example.com/app.json', fileMatch }] }),
  'catalog/app.json': deprecatedFieldSchema,
});

test('--schema comes before all others', async () => {
  assert.is(
    await chosen({ 's.json': deprecatedFieldSchema, 'a.yaml': '# $schema: x.json\n$schema: ./y.json\n' }, '--schema', 's.json', 'a.yaml'),
    'a.yaml: s.json (--schema names it)\n',
  );
});
test('$schema may be a path from the file, or the address of a file', async () => {
  assert.is(
    await chosen({ 'in/s.json': deprecatedFieldSchema, 'in/a.json': '{"$schema":"./s.json"}' }, 'in/a.json'),
    'in/a.json: in/s.json (the document says $schema: ./s.json)\n',
  );
  const folder = temporaryFolder({ 'with space.json': deprecatedFieldSchema });
  const uri = pathToFileURL(join(folder, 'with space.json')).href;
  writeFileSync(join(folder, 'a.json'), JSON.stringify({ $schema: uri }));
  assert.is(await chosen(folder, 'a.json'), `a.json: with space.json (the document says $schema: ${uri})\n`);
});
test('$schema on the network is looked for in the catalog, and not fetched', async () => {
  const files = { ...catalog([]), 'a.toml': '"$schema" = "https://example.com/app.json"\n' };
  assert.is(
    await chosen(files, '--catalog', 'catalog', 'a.toml'),
    'a.toml: catalog/app.json (the document says $schema: https://example.com/app.json)\n',
  );
  assert.is(
    await chosen(files, 'a.toml'),
    'a.toml: no schema (the document says $schema: https://example.com/app.json, but https://example.com/app.json is not in a ' +
      'local catalog, and nothing is fetched; ' +
      'no --schema, $schema, modeline, config file or catalog names one)\n',
  );
});
test('a $schema that names no file is reported there', async () => {
  const { code, stdout } = await runLint({ 'a.json': '{\n  "$schema": "./none.json"\n}' }, ['a.json']);
  assert.equal(
    [code, stdout],
    [
      2,
      `a.json:2:14: error: schema: There is no schema ./none.json beside this file.
   2 |   "$schema": "./none.json"
     |              ^^^^^^^^^^^^^

Found 1 error in 1 file.
`,
    ],
  );
});
test('a modeline names it, for each document of its own', async () => {
  assert.is(
    await chosen(
      {
        's.json': deprecatedFieldSchema,
        't.json': 'true',
        'a.yaml': '# yaml-language-server: $schema=s.json\na: 1\n---\n# $schema: t.json\nb: 1\n',
      },
      'a.yaml',
    ),
    'a.yaml document 1: s.json (a comment says yaml-language-server: $schema=)\na.yaml document 2: t.json (a comment says $schema:)\n',
  );
  assert.is(
    await chosen({ 's.json': deprecatedFieldSchema, 'a.toml': '#:schema ./s.json\na = 1\n' }, 'a.toml'),
    'a.toml: s.json (a comment says :schema)\n',
  );
  assert.is(
    await chosen({ 's.json': deprecatedFieldSchema, 'a.jsonc': '// slipway-lint: schema=s.json\n{}\n' }, 'a.jsonc'),
    'a.jsonc: s.json (a comment says slipway-lint: schema=)\n',
  );
});
test('the table of the nearest config file names it', async () => {
  const files = {
    'slipway-lint.json': '{"schemas":[{"fileMatch":["*.app.json","!b.app.json"],"schema":"s.json"}]}',
    's.json': deprecatedFieldSchema,
    'in/a.app.json': '{}',
    'in/b.app.json': '{}',
    'out/a.app.json': '{}',
    'out/slipway-lint.yaml': 'schemas:\n  - fileMatch: "*.json"\n    schema: ../t.json\n',
    't.json': 'true',
  };
  assert.is(
    await chosen({ ...files }, 'in', 'out/a.app.json'),
    'in/a.app.json: s.json (slipway-lint.json has it for *.app.json, !b.app.json)\n' +
      'in/b.app.json: no schema (no --schema, $schema, modeline, config file or catalog names one)\nout/a.app.json: t.json ' +
      '(out/slipway-lint.yaml has it for *.json)\n',
  );
});
test('the catalog lists it', async () => {
  assert.is(
    await chosen({ ...catalog(['app.json', 'conf/*.yaml']), 'x/app.json': '{}', 'x/conf/a.yaml': 'a: 1\n' }, '--catalog', 'catalog', 'x'),
    'x/app.json: catalog/app.json (the catalog has it as "App", a guess: many programs have files of this name)\n' +
      'x/conf/a.yaml: catalog/app.json (the catalog has it as "App")\n',
  );
});
test('a document whose $schema is a dialect is a schema itself', async () => {
  assert.is(
    await chosen({ 'a.json': '{"$schema":"http://json-schema.org/draft-07/schema#"}' }, 'a.json'),
    'a.json: http://json-schema.org/draft-07/schema (the document says $schema: http://json-schema.org/draft-07/schema#: it ' +
      'is itself a schema)\n',
  );
  const { code, stdout } = await runLint({ 'a.json': '{"$schema":"http://json-schema.org/draft-07/schema#",\n"minimum":"1"}' }, [
    '--format',
    'json',
    'a.json',
  ]);
  assert.is(code, 1);
  assert.equal(
    (JSON.parse(stdout) as { rule: string; pointer: string; line: number }[]).map(({ rule, pointer, line }) => [rule, pointer, line]),
    [['invalid', '/minimum', 2]],
  );
});
test('a schema that fulfils its dialect and refers to nowhere is reported', async () => {
  const { code, stdout } = await runLint(
    { 'a.json': '{"$schema":"https://json-schema.org/draft/2020-12/schema",\n"$ref":"#/$defs/none"}' },
    ['--format', 'json', 'a.json'],
  );
  assert.is(code, 1);
  assert.equal(
    (JSON.parse(stdout) as { rule: string; line: number }[]).map(({ rule, line }) => [rule, line]),
    [['schema', 2]],
  );
});
test('references are found beside the file, through its identifier, and in the catalog', async () => {
  const folder = temporaryFolder({
    'a.json': '{"x":{"old":1},"y":{"old":1},"z":{"old":1}}',
    'schemas/root.json': JSON.stringify({
      $id: 'https://example.com/v1/root.json',
      properties: { x: { $ref: 'part.json' }, y: { $ref: './deeper/part.yaml' }, z: { $ref: 'https://example.com/app.json' } },
    }),
    'schemas/part.json': deprecatedFieldSchema,
    'schemas/deeper/part.yaml': 'properties: { old: { deprecated: true, x-deprecation-message: No. } }\n',
  });
  mkdirSync(join(folder, 'catalog'));
  for (const [name, text] of Object.entries(catalog([]))) writeFileSync(join(folder, name), text);
  const { stdout } = await runLint(folder, ['--schema', 'schemas/root.json', '--catalog', 'catalog', '--format', 'json', 'a.json']);
  assert.equal(
    (JSON.parse(stdout) as { pointer: string; message: string }[]).map(({ pointer, message }) => [pointer, message]),
    [
      ['/x/old', 'Write `new`.'],
      ['/y/old', 'No.'],
      ['/z/old', 'Write `new`.'],
    ],
  );
});
for (const [draft, id] of [
  ['draft-04', 'id'],
  ['draft-06', '$id'],
  ['draft-07', '$id'],
] as const)
  test(`${draft}: with an identifier and a reference at its root, relative references lead to the files beside it`, async () => {
    const schema = (members: object) => JSON.stringify({ $schema: `http://json-schema.org/${draft}/schema#`, ...members });
    const { code, stdout, stderr } = await runLint(
      {
        'in/root.json': schema({
          [id]: 'https://example.com/v1/in/root.json',
          $ref: '#/definitions/Root',
          definitions: { Root: { properties: { x: { $ref: 'part.json' }, y: { $ref: '../other.json#/definitions/y' } } } },
        }),
        'in/part.json': deprecatedFieldSchema,
        'other.json': schema({ [id]: 'https://example.com/v1/other.json', definitions: { y: { $ref: 'in/root.json' } } }),
        'a.json': '{"x":{"old":1},"y":{"x":{"old":1}}}',
      },
      ['--schema', 'in/root.json', '--format', 'json', 'a.json'],
    );
    const found = (JSON.parse(stdout) as readonly { pointer: string; message: string }[]).map(
      ({ pointer, message }) => `${pointer} ${message}`,
    );
    assert.equal([code, stderr, found], [0, '', ['/x/old Write `new`.', '/y/x/old Write `new`.']]);
  });
test('a configuration has the schemas of its providers', async () => {
  const printed = {
    format_version: '1.0',
    provider_schemas: {
      'example.com/acme/cloud': {
        resource_schemas: {
          cloud_server: {
            block: { attributes: { old: { type: 'string', optional: true, deprecated: true }, name: { type: 'string', required: true } } },
          },
        },
      },
    },
  };
  const files = {
    'p.json': JSON.stringify(printed),
    'cdk.tf.json':
      '{"resource":{"cloud_server":{"a":{"name":"${var.x}","old":"a-${var.y}","count":"${1}"},' +
      '"c":{"name":"x","old":null}},"other_thing":{"b":{}}}}',
  };
  assert.is(
    await chosen(files, '--provider-schemas', 'p.json', 'cdk.tf.json'),
    'cdk.tf.json /resource/cloud_server/a: resource cloud_server (from p.json)\ncdk.tf.json /resource/cloud_server/c: ' +
      'resource cloud_server (from p.json)\ncdk.tf.json /resource/other_thing/b: ' +
      'no schema (no provider schema has the resource other_thing)\n',
  );
  const { code, stdout } = await runLint(files, ['--provider-schemas', 'p.json', '--format', 'json', 'cdk.tf.json']);
  assert.equal(
    [code, (JSON.parse(stdout) as { pointer: string; message: string }[]).map(({ pointer, message }) => [pointer, message])],
    [0, [['/resource/cloud_server/a/old', '`old` is deprecated.']]],
  );
});
test('invalid provider schemas are reported', async () => {
  const { code, stdout } = await runLint({ 'p.json': '{"format_version":"1.0"}', 'a.tf.json': '{"resource":{"a_b":{"c":{}}}}' }, [
    '--provider-schemas',
    'p.json',
    'a.tf.json',
  ]);
  assert.equal(
    [code, stdout],
    [
      2,
      'p.json:1:1: error: schema: These are no provider schemas: it has no `provider_schemas`; write it with `terraform ' +
        'providers schema -json`.\n\nFound 1 error in 1 file.\n',
    ],
  );
});
test('--print-schema --format json is for programs', async () => {
  assert.equal(
    JSON.parse(await chosen({ 's.json': deprecatedFieldSchema, 'a.json': '{}' }, '--schema', 's.json', '--format', 'json', 'a.json')),
    [{ file: 'a.json', document: 0, pointer: '', how: '--schema', schema: 's.json', because: '--schema names it' }],
  );
});
test.run();
