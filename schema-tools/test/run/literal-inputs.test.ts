// watchdog: 60 s
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runLint } from '@slipway/test-support/lint';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway-lint: literal inputs');
const inputs = {
  'missing.json': '{ "$schema": "./node_modules/tool/schema.json", "a": 1 }',
  'missing.yaml': '# yaml-language-server: $schema=node_modules/tool/schema.json\na: 1\n',
  'repeated.json': '{ "a": 1, "a": 2 }',
  'repeated.yaml': 'a: 1\na: 2\n',
  'repeated.toml': 'a = 1\na = 2\n',
  'repeated.json5': '{ a: 1, a: 2 }',
  'oas.schema.json':
    '{ "$schema": "https://spec.openapis.org/oas/3.1/dialect/base", "discriminator": { "propertyName": "a" }, "type": "x" }',
  'by-oas.json': '{ "$schema": "./oas.json", "old": 1 }',
  'v1.json': '{ "$schema": "https://json-schema.org/v1", "items": 1 }',
  'oas.json': '{ "$schema": "https://spec.openapis.org/oas/3.1/dialect/base", "xml": {}, "properties": { "old": { "deprecated": true } } }',
  'draft-03.json': '{ "$schema": "http://json-schema.org/draft-03/schema#", "required": true }',
  'by-draft-03.json': '{ "$schema": "./draft-03.json" }',
  '.babelrc': "{ presets: ['@babel/env'], /* two */ plugins: [], }",
  'utf16.json': '',
};

const oneOfTypes = 'expected one of "array", or "boolean", or "integer", or "null", or "number", or "object", or "string", or a list';

test('each is told as its page says', async () => {
  const folder = temporaryFolder(inputs);
  writeFileSync(join(folder, 'utf16.json'), Buffer.from('{"a":1}', 'utf16le'));
  const { code, stdout } = await runLint(folder, ['--format', 'json', ...Object.keys(inputs)]);
  const found = JSON.parse(stdout) as { file: string; line: number; column: number; rule: string; severity: string; message: string }[];
  assert.equal(
    found.map(({ file, line, column, rule, severity, message }) => [file, `${line}:${column}`, rule, severity, message]),
    [
      [
        'missing.json',
        '1:14',
        'schema',
        'info',
        'There is no schema ./node_modules/tool/schema.json beside this file. Install the packages to check this file.',
      ],
      [
        'missing.yaml',
        '1:1',
        'schema',
        'info',
        'There is no schema node_modules/tool/schema.json beside this file. Install the packages to check this file.',
      ],
      ['repeated.json', '1:11', 'syntax', 'error', 'duplicate key "a"'],
      ['repeated.yaml', '2:1', 'syntax', 'error', 'duplicate key "a"'],
      ['repeated.toml', '2:1', 'syntax', 'error', 'duplicate key "a"'],
      ['repeated.json5', '1:9', 'syntax', 'error', 'duplicate key "a"'],
      ['oas.schema.json', '1:106', 'invalid', 'error', oneOfTypes],
      ['by-oas.json', '1:28', 'deprecated', 'warning', '`old` is deprecated.'],
      ['v1.json', '1:44', 'invalid', 'error', 'does not match `type` of the schema'],
      ['draft-03.json', '1:3', 'schema', 'error', 'Draft-03 of JSON Schema is not supported; drafts from 4 to 2020-12 are'],
      [
        'utf16.json',
        '1:1',
        'syntax',
        'error',
        'the file is UTF-16 without a byte order mark, which programs read as UTF-8; save it as UTF-8',
      ],
    ],
  );
  assert.is(code, 2);
});

test('a schema that is missing in node_modules does not fail the run', async () => {
  const folder = temporaryFolder({ 'a.json': inputs['missing.json'], 'b.yaml': inputs['missing.yaml'] });
  const { code, stdout } = await runLint(folder, ['--max-warnings', '0']);
  assert.is(code, 0);
  assert.match(stdout, /^a\.json:1:14: info: schema: /);
  assert.match(stdout, /Found 2 infos in 2 files\./);
});

test('a SARIF report has an invocation: where it ran, and whether it was complete', async () => {
  const folder = temporaryFolder({ 's.json': '{}', 'bad.json': '{"type":"x"}', 'a.json': '{}' });
  const invocationsOf = async (
    ...args: string[]
  ): Promise<readonly { executionSuccessful: boolean; workingDirectory: { uri: string } }[]> =>
    (JSON.parse((await runLint(folder, ['--format', 'sarif', ...args])).stdout) as { runs: [{ invocations: [] }] }).runs[0].invocations;
  const [complete, ...more] = await invocationsOf('--schema', 's.json', 'a.json');
  assert.equal([complete!.executionSuccessful, more], [true, []]);
  assert.match(complete!.workingDirectory.uri, /^file:\/\/\/.*\/$/);
  assert.is((await invocationsOf('--schema', 'bad.json', 'a.json'))[0]!.executionSuccessful, false);
});

test.run();
