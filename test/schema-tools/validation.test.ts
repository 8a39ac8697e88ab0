import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isValid } from '../../schema-tools/src/legacy.ts';

/** keyword, schema, instances that pass, instances that fail. */
const rows: readonly (readonly [string, object | boolean, readonly unknown[], readonly unknown[]])[] = [
  ['true', true, [1, null, {}], []],
  ['false', false, [], [1, null, {}]],
  ['type', { type: 'integer' }, [1, 1.0, -3], [1.5, '1', null, [], {}]],
  ['type, of a list', { type: ['null', 'array'] }, [null, []], [{}, 0, '']],
  ['const', { const: { a: [1, 2], b: null } }, [{ b: null, a: [1, 2] }], [{ a: [2, 1], b: null }, { a: [1, 2] }, '{"a":[1,2],"b":null}']],
  ['enum', { enum: [1, 'x', null, [1]] }, [1, 'x', null, [1]], ['1', [2], {}, 'null']],
  ['minimum and maximum', { minimum: 1, maximum: 3 }, [1, 2, 3, 'x'], [0.9, 3.1]],
  ['exclusive bounds', { exclusiveMinimum: 1, exclusiveMaximum: 3 }, [1.01, 2], [1, 3]],
  ['multipleOf', { multipleOf: 0.01 }, [0.07, 4.02, 0, -0.03, 'x'], [0.075]],
  ['lengths are of characters', { minLength: 2, maxLength: 2 }, ['ab', '🚢🚢', 5], ['a', 'abc', '🚢', '🚢🚢🚢']],
  ['pattern', { pattern: '^\\p{Letter}+$' }, ['éa', 5], ['a1', '']],
  ['required', { required: ['a', 'constructor'] }, [{ a: null, constructor: 1 }, 'x'], [{ a: 1 }, {}]],
  ['minProperties and maxProperties', { minProperties: 1, maxProperties: 2 }, [{ a: 1 }, []], [{}, { a: 1, b: 2, c: 3 }]],
  ['dependentRequired', { dependentRequired: { a: ['b'] } }, [{}, { b: 1 }, { a: 1, b: 1 }], [{ a: 1 }]],
  ['minItems and maxItems', { minItems: 1, maxItems: 2 }, [[1], {}], [[], [1, 2, 3]]],
  ['uniqueItems', { uniqueItems: true }, [[1, '1', true, null, [1], { a: 1 }]], [[1, 1], [{ a: 1, b: 2 }, { b: 2, a: 1 }], [[1], [1]]]],
  ['properties and additionalProperties', { properties: { a: { type: 'number' } }, additionalProperties: false }, [{}, { a: 1 }], [{ a: 'x' }, { b: 1 }, { toString: 1 }]],
  ['patternProperties', { patternProperties: { '^x': { type: 'number' } } }, [{ x1: 1, y: 'z' }], [{ x1: 'z' }]],
  ['propertyNames', { propertyNames: { maxLength: 1 } }, [{ a: 1 }], [{ ab: 1 }]],
  ['prefixItems and items', { prefixItems: [{ type: 'string' }], items: { type: 'number' } }, [[], ['x'], ['x', 1]], [[1], ['x', 'y']]],
  ['contains, minContains, maxContains', { contains: { const: 1 }, minContains: 2, maxContains: 3 }, [[1, 1], [1, 0, 1, 1]], [[1], [1, 1, 1, 1], []]],
  ['minContains 0', { contains: { const: 1 }, minContains: 0 }, [[], [2]], []],
  ['allOf', { allOf: [{ type: 'number' }, { minimum: 2 }] }, [2], [1, 'x']],
  ['anyOf', { anyOf: [{ type: 'number' }, { minLength: 2 }] }, [1, 'xy'], ['x']],
  ['oneOf', { oneOf: [{ type: 'number' }, { minimum: 2 }] }, [1, 'x'], [2]],
  ['not', { not: { type: 'number' } }, ['x'], [1]],
  ['if, then, else', { if: { type: 'number' }, then: { minimum: 2 }, else: { type: 'string' } }, [2, 'x'], [1, null]],
  ['dependentSchemas', { dependentSchemas: { a: { required: ['b'] } } }, [{}, { a: 1, b: 2 }], [{ a: 1 }]],
];

const validation = suite('validation');

for (const [name, schema, pass, fail] of rows)
  validation(name, () => {
    for (const instance of pass) assert.is(isValid(schema, instance), true, `${JSON.stringify(instance)} should pass`);
    for (const instance of fail) assert.is(isValid(schema, instance), false, `${JSON.stringify(instance)} should fail`);
  });

validation('branches told apart by a constant fail early: forty levels of choice are no work', () => {
  const branch = (kind: string) => ({ properties: { next: { $ref: '#' }, kind: { const: kind } }, required: ['kind'] });
  let instance: object = { kind: 'a' };
  for (let depth = 0; depth < 40; depth++) instance = { next: instance, kind: 'c' };
  assert.is(isValid({ oneOf: [branch('a'), branch('b'), branch('c')] }, instance), true);
});

validation('100,000 properties take a walk, not a square', () => {
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i]));
  assert.is(isValid({ additionalProperties: { type: 'number' }, unevaluatedProperties: false }, wide), true);
});

validation.run();
