import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, deprecations, faults, isValid, load, pack, unknown } from '../../src/index.ts';

const test = suite('values that are not known yet');
const old = { deprecated: true };

/** Each would be a fault if what is not known yet were what it is not. */
const open: readonly (readonly [name: string, schema: object | boolean, instance: unknown])[] = [
  ['a type', { type: ['boolean', 'null'] }, unknown],
  ['const', { const: 1 }, unknown],
  ['const of an object', { const: { a: 1 } }, { a: unknown }],
  ['enum', { enum: [1] }, unknown],
  ['enum of lists', { enum: [[1], [2]] }, [unknown]],
  ['limits', { minimum: 5, maxLength: 1, pattern: '^x', multipleOf: 3 }, unknown],
  ['counts', { minItems: 1, minProperties: 1, required: ['a'] }, unknown],
  ['items that may differ', { uniqueItems: true }, [unknown, unknown, 1]],
  ['items whose parts may differ', { uniqueItems: true }, [{ a: unknown }, { a: unknown }]],
  ['contains', { contains: { const: 1 } }, [unknown]],
  ['maxContains', { contains: { const: 1 }, maxContains: 1 }, [1, unknown]],
  ['not', { not: { const: 1 } }, unknown],
  ['not of what looks inside', { not: { uniqueItems: true } }, [unknown, 1]],
  ['not of what is left over', { not: { unevaluatedProperties: false } }, unknown],
  ['oneOf', { oneOf: [{ type: 'number' }, { type: 'string' }] }, unknown],
  [
    'oneOf of which two are certain to differ',
    { oneOf: [{ properties: { a: { const: 1 } } }, { properties: { a: { const: 2 } } }] },
    { a: unknown },
  ],
  ['if', { if: { properties: { a: { const: 1 } } }, then: { required: ['b'] }, else: { required: ['c'] } }, { a: unknown }],
  [
    'what one of several branches may have evaluated',
    { oneOf: [{ properties: { a: { const: 1 }, b: true } }, { properties: { a: { const: 2 }, c: true } }], unevaluatedProperties: false },
    { a: unknown, b: 1 },
  ],
  [
    'what a consequence may have evaluated',
    { if: { properties: { a: { const: 1 } } }, then: { properties: { b: true } }, unevaluatedProperties: false },
    { a: unknown, b: 1 },
  ],
  [
    'items that a branch may have evaluated',
    { anyOf: [{ prefixItems: [{ const: 1 }, true] }, { maxItems: 2 }], unevaluatedItems: false },
    [unknown, 1],
  ],
];
for (const [name, schema, instance] of open)
  test(`no fault: ${name}`, async () => {
    const compiled = await compile(schema);
    assert.equal([isValid(compiled, instance), faults(compiled, instance)], [true, []]);
  });

test('what is wrong whatever it will be is a fault', async () => {
  const compiled = await compile({
    properties: { a: { type: 'number' }, b: { type: 'string' }, c: false },
    required: ['d'],
    additionalProperties: false,
  });
  assert.equal(
    faults(compiled, { a: unknown, b: 5, c: unknown, e: unknown }).map(({ pointer, message }) => `${pointer} ${message}`),
    [' `d` is missing', '/b expected a string; found a number', '/c `c` is not allowed here', '/e `e` is not allowed here'],
  );
  assert.equal(
    faults(await compile({ uniqueItems: true, maxItems: 2 }), [1, unknown, 1]).map(({ keyword }) => keyword),
    ['maxItems', 'uniqueItems'],
  );
});

/** What is told as deprecated, and what is not, though it may be. */
const told: readonly (readonly [name: string, schema: object, instance: unknown, expected: readonly string[]])[] = [
  ['a value of whatever shape', { properties: { a: { type: 'boolean', deprecated: true } } }, { a: unknown }, ['/a']],
  ['beside one', { properties: { a: old, b: { type: 'string' } } }, { a: 1, b: unknown }, ['/a']],
  [
    'a branch without rival',
    { oneOf: [{ properties: { kind: { const: 1 }, a: old } }, { required: ['z'] }] },
    { kind: unknown, a: 1 },
    ['/a'],
  ],
  [
    'not a branch with a rival',
    { oneOf: [{ properties: { kind: { const: 1 }, a: old } }, { properties: { kind: { const: 2 } } }] },
    { kind: unknown, a: 1 },
    [],
  ],
  [
    'not a branch of anyOf with a rival',
    { anyOf: [{ properties: { kind: { const: 1 }, a: old } }, { properties: { kind: { const: 2 } } }] },
    { kind: unknown, a: 1 },
    [],
  ],
  [
    'not a consequence in doubt',
    { if: { properties: { kind: { const: 1 } } }, then: { properties: { a: old } }, else: { properties: { b: old } } },
    { kind: unknown, a: 1, b: 1 },
    [],
  ],
  ['not an item that contains may have meant', { contains: { const: 1, deprecated: true } }, [unknown, 1], ['/1']],
  [
    'not what may have been evaluated',
    { if: { properties: { kind: { const: 1 } } }, then: { properties: { a: true } }, unevaluatedProperties: old },
    { kind: unknown, a: 1, b: 1 },
    ['/b'],
  ],
];
for (const [name, schema, instance, expected] of told)
  test(`told: ${name}`, async () => {
    const compiled = await compile(schema);
    assert.equal(
      deprecations(compiled, instance).map(({ pointer }) => pointer),
      expected,
    );
    assert.equal(
      deprecations(load(JSON.parse(JSON.stringify(pack(compiled, { keywords: ['deprecated'] })))), instance).map(({ pointer }) => pointer),
      expected,
      'packed',
    );
  });

test.run();
