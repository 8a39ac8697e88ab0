import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, compile, faults, isValid, SchemaError } from '../../src/index.ts';

const test = suite('circles that only some instances enter');

/** Each refers to itself on the way to the same value, in a branch. */
const cases: readonly (readonly [name: string, schema: object, enters: unknown])[] = [
  ['anyOf', { anyOf: [{ type: 'number' }, { $ref: '#' }] }, 'x'],
  ['oneOf', { oneOf: [{ type: 'number' }, { $ref: '#' }] }, 'x'],
  ['not', { properties: { a: { not: { $ref: '#/properties/a' } } } }, { a: 1 }],
  ['if', { if: { $ref: '#' }, then: true }, 1],
  ['then', { if: { type: 'string' }, then: { $ref: '#' } }, 'x'],
  ['dependentSchemas', { dependentSchemas: { a: { $ref: '#' } } }, { a: 1 }],
  ['$dynamicRef', { $dynamicAnchor: 'a', $dynamicRef: '#a' }, 1],
];
for (const [name, schema, enters] of cases)
  test(`${name}: told as an error of the schema, with its place`, async () => {
    const compiled = await compile(schema);
    for (const evaluate of [
      () => isValid(compiled, enters),
      () => faults(compiled, enters),
      () => annotations(compiled, enters, { keywords: ['type', '$ref'] }),
    ]) {
      assert.throws(
        evaluate,
        (error: Error) =>
          error instanceof SchemaError &&
          error.location.startsWith('schema:///#') &&
          error.message.endsWith('it may refer to itself without end, and does so for this instance'),
      );
    }
  });
test('dependencies of draft 7', async () => {
  const compiled = await compile({ dependencies: { a: { $ref: '#' } } }, { dialect: 'http://json-schema.org/draft-07/schema' });
  assert.is(isValid(compiled, { b: 1 }), true);
  assert.throws(() => isValid(compiled, { a: 1 }), /it may refer to itself without end/);
});
test('an instance that does not enter the circle is evaluated', async () => {
  assert.is(isValid(await compile({ dependentSchemas: { a: { $ref: '#' } } }), { b: 1 }), true);
  assert.is(isValid(await compile({ if: { type: 'string' }, then: { $ref: '#' } }), 1), true);
  assert.is(isValid(await compile({ anyOf: [{ type: 'number' }, { $ref: '#' }] }), 1), true);
});

test.run();
