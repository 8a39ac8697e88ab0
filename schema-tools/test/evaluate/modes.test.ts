import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, deprecations } from '../../src/index.ts';

const test = suite('deprecated: strict and lenient');
const old = { deprecated: true };

/** What is certain though the instance is not valid, and what falls with a failing branch. The strict mode reports none of these. */
const cases: readonly (readonly [name: string, schema: unknown, instance: unknown, expected: readonly string[]])[] = [
  ['a failing neighbour takes nothing away', { properties: { a: old, port: { type: 'number' } } }, { a: 1, port: 'eighty' }, ['/a']],
  ['nor does a missing property', { properties: { a: old }, required: ['b'] }, { a: 1 }, ['/a']],
  ['nor an unknown one', { properties: { a: old }, additionalProperties: false }, { a: 1, b: 1 }, ['/a']],
  ['nor that the deprecated value itself is wrong', { properties: { a: { type: 'string', deprecated: true } } }, { a: 5 }, ['/a']],
  ['nor the type of what holds it', { type: 'array', properties: { a: old } }, { a: 1 }, ['/a']],
  [
    'through references, allOf, items and dependent schemas',
    { items: { $ref: '#/$defs/x', type: 'object' }, $defs: { x: { allOf: [{ dependentSchemas: { a: { properties: { b: old } } } }] } } },
    [{ a: 1, b: 1 }, 5],
    ['/0/b'],
  ],
  ['a failing branch of oneOf is not heard', { oneOf: [{ properties: { a: old }, required: ['b'] }, { type: 'number' }] }, { a: 1 }, []],
  ['a failing branch of anyOf is not heard', { anyOf: [{ properties: { a: old }, required: ['b'] }, { type: 'number' }] }, { a: 1 }, []],
  ['two fitting branches of oneOf are not heard', { oneOf: [{ properties: { a: old } }, {}] }, { a: 1 }, []],
  ['a branch that passes is, though a neighbour fails', { anyOf: [{ properties: { a: old } }], required: ['b'] }, { a: 1 }, ['/a']],
  [
    'within a branch nothing is lenient',
    { anyOf: [{ allOf: [{ properties: { a: old } }, { required: ['b'] }] }], required: ['b'] },
    { a: 1 },
    [],
  ],
  ['contains that is not fulfilled', { contains: { type: 'number', deprecated: true }, minContains: 2 }, [1, 'x'], []],
  [
    'the consequence of if, whose own failure takes nothing away',
    { if: { required: ['a'] }, then: { properties: { a: old, b: { type: 'string' } } } },
    { a: 1, b: 1 },
    ['/a'],
  ],
  [
    'if that fails is not heard, its alternative is',
    { if: { properties: { a: { type: 'number', deprecated: true } } }, else: { properties: { b: old }, required: ['c'] } },
    { a: 'x', b: 1 },
    ['/b'],
  ],
  [
    'what is left over in a place that failed is not certain',
    { properties: { a: { type: 'number' } }, unevaluatedProperties: old },
    { a: 'x', b: 1 },
    [],
  ],
  [
    'what is left over is, where the failure lies elsewhere',
    { allOf: [{ required: ['z'] }, { properties: { a: true }, unevaluatedProperties: old }] },
    { a: 'x', b: 1 },
    ['/b'],
  ],
  ['items before and after one that fails', { items: { type: 'number', deprecated: true } }, [1, 'x', 2], ['/0', '/1', '/2']],
];
for (const [name, schema, instance, expected] of cases)
  test(name, async () => {
    const compiled = await compile(schema);
    assert.equal(
      deprecations(compiled, instance)
        .map(({ pointer }) => pointer)
        .sort(),
      expected,
      'lenient',
    );
    assert.equal(deprecations(compiled, instance, 'strict'), [], 'strict');
  });

test('one compiled schema answers for many instances, in both modes, in any order', async () => {
  const compiled = await compile({ properties: { a: old }, required: ['b'] });
  for (const [instance, strict, lenient] of [
    [{ a: 1 }, 0, 1],
    [{ a: 1, b: 1 }, 1, 1],
    [{ b: 1 }, 0, 0],
    [{ a: 1 }, 0, 1],
  ] as const) {
    assert.is(deprecations(compiled, instance, 'strict').length, strict);
    assert.is(deprecations(compiled, instance, 'lenient').length, lenient);
  }
});

test.run();
