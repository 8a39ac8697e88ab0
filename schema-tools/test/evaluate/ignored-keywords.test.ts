import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runLint } from '@slipway/test-support/lint';
import { ignoredKeywords } from '../../src/compile/ignored-keywords.ts';

const test = suite('keywords that a dialect ignores');
const draft = (name: string) => `http://json-schema.org/draft-${name}/schema#`;
const found = (schema: unknown) => ignoredKeywords(schema).map(({ pointer, message }) => `${pointer}: ${message}`);

test('each with how to write it, or which dialect has it', () => {
  assert.equal(found({ $schema: draft('04'), properties: { a: { const: 1 } } }), [
    '/properties/a/const: draft-04 has no keyword `const`, so it checks nothing; write `enum` with one value, or declare `$schema` of ' +
      'draft-06 or later',
  ]);
  assert.equal(found({ $schema: draft('04'), items: { propertyNames: {} } }), [
    '/items/propertyNames: draft-04 has no keyword `propertyNames`, so it checks nothing; declare `$schema` of draft-06 or later',
  ]);
  assert.equal(found({ $schema: draft('07'), dependentRequired: {} }), [
    '/dependentRequired: draft-07 has no keyword `dependentRequired`, so it checks nothing; write `dependencies`, or declare ' +
      '`$schema` of draft 2019-09 or later',
  ]);
  assert.equal(found({ dependencies: {} }), [
    '/dependencies: draft 2020-12 has no keyword `dependencies`, so it checks nothing; write `dependentRequired` or `dependentSchemas`',
  ]);
});
test('what a dialect has is not among them, nor what is data or a name', () => {
  assert.equal(found({ $schema: draft('06'), const: 1, contains: {} }), []);
  assert.equal(found({ $schema: draft('07'), if: {}, dependencies: {}, additionalItems: false }), []);
  assert.equal(found({ $schema: draft('04'), properties: { const: {} }, enum: [{ const: 1 }], default: { if: 1 } }), []);
  assert.equal(found({ $schema: 'https://example.com/own', const: 1 }), []);
  assert.equal(found({ $schema: 'https://json-schema.org/v1', $defs: { old: { $schema: draft('04'), const: 1 } } }).length, 1);
});
test('lint reports one at its place in the schema, once for all files', async () => {
  const files = {
    's.json': `{ "$schema": "${draft('04')}",\n  "properties": { "kind": { "const": "a" } } }`,
    'a.json': '{"kind":"b"}',
    'b.json': '{}',
  };
  const message =
    'draft-04 has no keyword `const`, so it checks nothing; write `enum` with one value, or declare `$schema` of draft-06 or later';
  for (const args of [['--schema', 's.json', 'a.json', 'b.json'], ['s.json']]) {
    const { code, stdout } = await runLint(files, ['--format', 'json', ...args]);
    assert.equal(
      [code, JSON.parse(stdout)],
      [
        0,
        [
          {
            file: 's.json',
            line: 2,
            column: 29,
            endLine: 2,
            endColumn: 36,
            pointer: '/properties/kind/const',
            rule: 'ignored-keyword',
            severity: 'info',
            message,
          },
        ],
      ],
    );
  }
  const { stdout } = await runLint(files, ['--format', 'json', '--rule', 'ignored-keyword=off', '--schema', 's.json', 'a.json']);
  assert.is(stdout, '[]\n');
});

test.run();
