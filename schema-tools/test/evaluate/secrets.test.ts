import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, faults } from '../../src/index.ts';

const test = suite('faults never quote a value');
const secret = 'hunter2-hunter2';

/** Each of these is not fulfilled by the secret, or by an object or a list that holds it. */
const asked: readonly object[] = [
  { type: 'number' },
  { type: ['null', 'number'] },
  { const: 'other' },
  { enum: ['a', 'b'] },
  { minLength: 100 },
  { maxLength: 2 },
  { pattern: '^z$' },
  { not: {} },
  { anyOf: [{ type: 'number' }, { maxLength: 3 }] },
  { oneOf: [{}, { type: 'string' }] },
  { allOf: [{ const: 1 }] },
  { if: { type: 'string' }, then: { type: 'null' } },
  { contentMediaType: 'text/plain', type: 'null' },
];

test('a text is not', async () => {
  for (const schema of asked) {
    const told = faults(await compile({ properties: { password: schema }, additionalProperties: schema }), {
      password: secret,
      other: secret,
    });
    assert.ok(told.length >= 2, JSON.stringify(schema));
    assert.not.match(JSON.stringify(told), 'hunter2', JSON.stringify(schema));
  }
});

test('a number, a list and an object that contain a secret are not shown', async () => {
  const compiled = await compile({
    properties: {
      pin: { maximum: 5, multipleOf: 7, exclusiveMaximum: 4, type: 'string' },
      list: { uniqueItems: true, items: { type: 'number' }, contains: { const: 1 }, maxItems: 1 },
      object: { const: { a: 1 }, additionalProperties: { type: 'number' }, maxProperties: 0, enum: [1], unevaluatedProperties: false },
    },
  });
  const told = faults(compiled, { pin: 918273, list: [secret, secret], object: { key: secret, value: { deep: secret } } });
  assert.is(new Set(told.map(({ pointer }) => pointer.split('/')[1])).size, 3);
  assert.not.match(JSON.stringify(told), /hunter2|918273/);
});

test('no value is shown when hyperjump evaluates', async () => {
  const compiled = await compile({
    $schema: 'https://json-schema.org/v1',
    propertyDependencies: { kind: { a: { properties: { password: { maxLength: 2 } } } } },
  });
  assert.equal(
    faults(compiled, { kind: 'a', password: secret }).map(({ pointer }) => pointer),
    ['/password'],
  );
  assert.not.match(JSON.stringify(faults(compiled, { kind: 'a', password: secret })), 'hunter2');
});

test.run();
