import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { unknownField } from '../../src/lint/rules/unknown-field.ts';
import { checkRule } from './check-rule.ts';

const test = suite('lint rules: unknown-field');
const messages = async (schema: unknown, value: unknown) =>
  (await checkRule(unknownField, schema, value)).map(({ pointer, message }) => `${pointer} ${message}`);

test('a field that nothing declares is reported, with the one that was probably meant', async () => {
  assert.equal(await messages({ properties: { timeout: {}, retries: {} } }, { timeuot: 1, other: 2, retries: 3 }), [
    '/timeuot `timeuot` is not declared by the schema; did you mean `timeout`?',
    '/other `other` is not declared by the schema',
  ]);
});
test('it is off unless asked for, and guesses no replacement that a program would write', async () => {
  assert.is(unknownField.severity, 'off');
  assert.equal(
    (await checkRule(unknownField, { properties: { timeout: {} } }, { timeuot: 1 })).map(({ replacement }) => replacement),
    [undefined],
  );
});
test('any schema that applies may declare it: by reference, in a branch that passes, by a condition, by a neighbour', async () => {
  const schema = {
    $ref: '#/$defs/base',
    properties: { kind: {} },
    oneOf: [{ properties: { kind: { const: 'a' }, alpha: {} } }, { properties: { kind: { const: 'b' }, beta: {} } }],
    if: { properties: { kind: { const: 'a' } } },
    then: { properties: { gamma: {} } },
    dependentSchemas: { gamma: { properties: { delta: {} } } },
    $defs: { base: { properties: { name: {} } } },
  };
  assert.equal(await messages(schema, { name: 1, kind: 'a', alpha: 1, gamma: 1, delta: 1 }), []);
  assert.equal(await messages(schema, { kind: 'a', beta: 1 }), ['/beta `beta` is not declared by the schema']);
});
test('a pattern declares what fits it', async () => {
  assert.equal(await messages({ properties: { name: {} }, patternProperties: { '^x-': {} } }, { 'x-anything': 1, y: 1 }), [
    '/y `y` is not declared by the schema',
  ]);
});
test('a schema for additional properties declares them; true and the empty one do not', async () => {
  assert.equal(await messages({ properties: { name: {} }, additionalProperties: { type: 'number' } }, { y: 1 }), []);
  assert.equal(await messages({ properties: { name: {} }, additionalProperties: true }, { y: 1 }), [
    '/y `y` is not declared by the schema',
  ]);
  assert.equal(await messages({ properties: { name: {} }, additionalProperties: {} }, { y: 1 }), ['/y `y` is not declared by the schema']);
  assert.equal(await messages({ properties: { name: {} }, unevaluatedProperties: { type: 'number' } }, { y: 1 }), []);
  assert.equal(await messages({ properties: { name: {} }, unevaluatedProperties: true }, { y: 1 }), [
    '/y `y` is not declared by the schema',
  ]);
});
test('an object of which no schema names a property is a map', async () => {
  assert.equal(
    await messages(
      { properties: { labels: { type: 'object' }, env: { additionalProperties: { type: 'string' } } } },
      { labels: { a: 1 }, env: { B: 'c' } },
    ),
    [],
  );
});
test('what is invalid is not reported twice', async () => {
  assert.equal(await messages({ properties: { name: {} }, additionalProperties: false }, { nmae: 1 }), []);
});
test('a branch that was meant and fails leaves open what it would declare', async () => {
  const schema = {
    properties: { kind: {}, top: { properties: { a: {} } } },
    oneOf: [{ properties: { kind: { const: 'a' }, size: { type: 'number' }, alpha: {} } }, { properties: { kind: { const: 'b' } } }],
  };
  assert.equal(await messages(schema, { kind: 'a', size: 'large', alpha: 1 }), []);
});
test('a fault elsewhere does not keep it from being told', async () => {
  const schema = {
    properties: { size: { type: 'number' }, inner: { properties: { a: {} }, oneOf: [{ required: ['a'] }, { required: ['b'] }] } },
  };
  assert.equal(await messages(schema, { size: 'large', sise: 1, inner: { a: 1, c: 1 } }), [
    '/sise `sise` is not declared by the schema',
    '/inner/c `c` is not declared by the schema',
  ]);
});
test('$schema at the root is for editors; below it is a field like any other', async () => {
  assert.equal(await messages({ properties: { inner: { properties: { a: {} } } } }, { $schema: 'x', inner: { $schema: 'y' } }), [
    '/inner/$schema `$schema` is not declared by the schema',
  ]);
});
test('places in lists and names with slashes are found', async () => {
  assert.equal(await messages({ properties: { steps: { items: { properties: { run: {} } } } } }, { steps: [{ run: 1 }, { 'a/b~c': 1 }] }), [
    '/steps/1/a~1b~0c `a/b~c` is not declared by the schema',
  ]);
});
test('false as the schema of a name is no declaration, and `invalid` says it', async () => {
  assert.equal(await messages({ properties: { name: {}, gone: false } }, { gone: 1 }), []);
});
test.run();
