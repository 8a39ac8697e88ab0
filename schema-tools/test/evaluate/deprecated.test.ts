import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, compile, deprecations, faults, isValid, type Mode, type Sources } from '../../src/index.ts';

/** The pointers of what is deprecated, sorted. */
const found = async (schema: unknown, instance: unknown, mode?: Mode, sources?: Sources): Promise<readonly string[]> =>
  deprecations(await compile(schema, sources), instance, mode)
    .map(({ pointer }) => pointer)
    .sort();

const old = { deprecated: true };
const address = {
  $id: 'https://example.com/address',
  type: 'object',
  required: ['street'],
  properties: {
    street: { type: 'string' },
    city: { type: 'string', deprecated: true },
    country: { type: 'string' },
    fax: { deprecated: false },
  },
  dependentSchemas: { country: { properties: { zip: { deprecated: true } } } },
};

const rules = suite('deprecated: the rules of the specification');

rules('true is collected for the place of the instance, in full', async () => {
  assert.equal(deprecations(await compile(address), { street: 'x', city: 'Riga' }), [
    { pointer: '/city', message: '`city` is deprecated.', location: 'https://example.com/address#/properties/city/deprecated' },
  ]);
  assert.equal(
    annotations(await compile(address), { street: 'x', city: 'Riga', fax: 1 }, { keywords: ['deprecated'] }).map(({ beside, ...rest }) => ({
      ...rest,
      beside: [...beside],
    })),
    [
      {
        keyword: 'deprecated',
        pointer: '/city',
        value: true,
        location: 'https://example.com/address#/properties/city/deprecated',
        beside: [['type', 'string']],
      },
      {
        keyword: 'deprecated',
        pointer: '/fax',
        value: false,
        location: 'https://example.com/address#/properties/fax/deprecated',
        beside: [],
      },
    ],
  );
});
rules('an instance is valid or not exactly as without the keyword', async () => {
  const without = JSON.parse(JSON.stringify(address, (name, value) => (name === 'deprecated' ? undefined : value))) as object;
  for (const instance of [{ street: 'x', city: 'Riga' }, { city: 'Riga' }, { street: 'x', city: 5 }, { street: 5 }, [], null]) {
    assert.is(isValid(await compile(address), instance), isValid(await compile(without), instance));
    assert.equal(faults(await compile(address), instance), faults(await compile(without), instance));
  }
});
rules('a missing property is not reported', async () => assert.equal(await found(address, { street: 'x' }), []));
rules('a value of null is a value', async () => assert.equal(await found({ properties: { a: old } }, { a: null }), ['/a']));
rules('false says nothing', async () => assert.equal(await found(address, { street: 'x', fax: 1 }), []));
rules('it must be a boolean', async () => {
  await compile({ properties: { a: { deprecated: 'yes' } } }).then(
    () => assert.unreachable(),
    ({ message, name }: Error) =>
      assert.equal(
        [name, message],
        ['SchemaError', 'The schema is in error at schema:///#/properties/a/deprecated: expected true or false, given "yes"'],
      ),
  );
});
rules('it is found by evaluating: behind a dependent schema, when that applies', async () => {
  assert.equal(await found(address, { street: 'x', zip: 'LV-1' }), []);
  assert.equal(await found(address, { street: 'x', zip: 'LV-1', country: 'LV' }), ['/zip']);
});
rules('the whole may be deprecated', async () =>
  assert.equal(deprecations(await compile(old), 1), [{ pointer: '', message: 'This is deprecated.', location: 'schema:///#/deprecated' }]),
);
rules('one deprecation of several applicable schemas suffices', async () => {
  assert.equal(await found({ allOf: [{ deprecated: false }, { deprecated: true }, { deprecated: false }] }, 1), ['']);
  assert.equal(await found({ properties: { a: { deprecated: false } }, patternProperties: { a: { deprecated: true } } }, { a: 1 }), ['/a']);
});

rules.run();

// ---

const where = suite('deprecated: behind every keyword that leads on');

const cases: readonly (readonly [name: string, schema: unknown, instance: unknown, expected: readonly string[]])[] = [
  [
    '$ref',
    { properties: { a: { $ref: '#/$defs/x' }, b: { $ref: '#/$defs/y' } }, $defs: { x: { $ref: '#/$defs/y' }, y: old } },
    { a: 1, b: 1 },
    ['/a', '/b'],
  ],
  [
    '$ref with neighbours',
    { properties: { a: { $ref: '#/$defs/x', deprecated: true } }, $defs: { x: { type: 'number' } } },
    { a: 1 },
    ['/a'],
  ],
  ['a recursive $ref', { properties: { next: { $ref: '#' }, a: old } }, { next: { next: { a: 1 }, a: 1 } }, ['/next/a', '/next/next/a']],
  ['if and then', { if: { properties: { v: { const: 1 } } }, then: { properties: { a: old } } }, { v: 1, a: 1 }, ['/a']],
  ['if and then, not taken', { if: { properties: { v: { const: 1 } } }, then: { properties: { a: old } } }, { v: 2, a: 1 }, []],
  ['else', { if: { properties: { v: { const: 1 } } }, else: { properties: { a: old } } }, { v: 2, a: 1 }, ['/a']],
  ['if itself, when it passes', { if: { properties: { a: { const: 1, deprecated: true } } } }, { a: 1 }, ['/a']],
  ['if itself, when it fails', { if: { properties: { a: { const: 1, deprecated: true } } } }, { a: 2 }, []],
  [
    'a winning branch of oneOf',
    { oneOf: [{ properties: { kind: { const: 'a' }, x: old } }, { properties: { kind: { const: 'b' } } }] },
    { kind: 'a', x: 1 },
    ['/x'],
  ],
  [
    'a losing branch of oneOf',
    { oneOf: [{ properties: { x: old, kind: { const: 'a' } } }, { properties: { kind: { const: 'b' } } }] },
    { kind: 'b', x: 1 },
    [],
  ],
  ['oneOf of which two fit', { oneOf: [old, {}] }, 1, []],
  [
    'every passing branch of anyOf',
    { anyOf: [{ type: 'number' }, { type: 'number', deprecated: true }, { type: 'string', title: 'x', deprecated: true }] },
    1,
    [''],
  ],
  ['a losing branch of anyOf', { anyOf: [{ type: 'number' }, { type: 'string', deprecated: true }] }, 1, []],
  ['allOf', { allOf: [{ properties: { a: old } }, { properties: { b: old } }] }, { a: 1, b: 1 }, ['/a', '/b']],
  ['not: never', { not: { not: { properties: { a: old } } } }, { a: 1 }, []],
  ['patternProperties', { patternProperties: { '^a': old } }, { ab: 1, b: 1 }, ['/ab']],
  [
    'additionalProperties',
    { properties: { a: true }, patternProperties: { '^b': true }, additionalProperties: old },
    { a: 1, b: 1, c: 1, 'd/e~f': 1 },
    ['/c', '/d~1e~0f'],
  ],
  [
    'unevaluatedProperties',
    {
      allOf: [{ properties: { a: true } }],
      anyOf: [{ properties: { b: { const: 1 } } }, { properties: { c: { const: 1 } } }],
      unevaluatedProperties: old,
    },
    { a: 1, b: 2, c: 1, d: 1 },
    ['/b', '/d'],
  ],
  ['propertyNames: names have no place', { propertyNames: old }, { a: 1 }, []],
  ['contains: the items that fit', { contains: { type: 'number', deprecated: true } }, ['x', 1, 'y', 2], ['/1', '/3']],
  ['contains that is not fulfilled', { contains: { type: 'number', deprecated: true }, minContains: 3 }, [1, 'x', 2], []],
  ['prefixItems and items', { prefixItems: [old, {}], items: old }, [1, 2, 3, 4], ['/0', '/2', '/3']],
  ['unevaluatedItems', { prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: old }, [1, 'x', 2], ['/2']],
  [
    'an embedded resource',
    { $id: 'https://example.com/a', properties: { a: { $ref: 'b' } }, $defs: { b: { $id: 'b', deprecated: true } } },
    { a: 1 },
    ['/a'],
  ],
  [
    '$dynamicRef',
    {
      $id: 'https://example.com/texts',
      $ref: 'list',
      $defs: {
        text: { $dynamicAnchor: 'item', deprecated: true },
        list: { $id: 'list', items: { $dynamicRef: '#item' }, $defs: { any: { $dynamicAnchor: 'item' } } },
      },
    },
    [1],
    ['/0'],
  ],
  ['names that objects have anyway', { properties: { constructor: old, toString: old } }, { toString: 1 }, ['/toString']],
];
for (const [name, schema, instance, expected] of cases)
  where(name, async () => {
    assert.ok(isValid(await compile(schema), instance) || name.includes('fit') || name.includes('fulfilled'), 'the instance is valid');
    assert.equal(await found(schema, instance), expected, 'lenient');
    assert.equal(await found(schema, instance, 'strict'), expected, 'strict');
  });

where('$recursiveRef and a list of items, of 2019-09', async () => {
  const dialect = 'https://json-schema.org/draft/2019-09/schema';
  assert.equal(
    await found({ $recursiveAnchor: true, properties: { next: { $recursiveRef: '#' }, a: old } }, { next: { a: 1 } }, 'strict', {
      dialect,
    }),
    ['/next/a'],
  );
  assert.equal(await found({ items: [{}, old], additionalItems: old }, [1, 2, 3], 'strict', { dialect }), ['/1', '/2']);
});
where('dependencies, definitions and a list of items, of draft 7 and before', async () => {
  for (const draft of ['04', '06', '07']) {
    const dialect = `http://json-schema.org/draft-${draft}/schema`;
    assert.equal(
      await found(
        {
          dependencies: { a: { properties: { b: old } } },
          properties: { c: { $ref: '#/definitions/x' } },
          definitions: { x: { items: [{}, old], additionalItems: old } },
        },
        { a: 1, b: 1, c: [1, 2, 3] },
        'strict',
        { dialect },
      ),
      ['/b', '/c/1', '/c/2'],
      draft,
    );
    assert.equal(await found({ dependencies: { a: { properties: { b: old } } } }, { b: 1 }, 'strict', { dialect }), [], draft);
  }
});
where('beside $ref in drafts up to 7, where the specification is not followed to the letter', async () => {
  const schema = {
    properties: { a: { $ref: '#/definitions/x', deprecated: true, 'x-deprecation-message': 'Write b.' }, b: { $ref: '#/definitions/x' } },
    definitions: { x: { type: 'number' } },
  };
  for (const draft of ['04', '06', '07']) {
    const dialect = `http://json-schema.org/draft-${draft}/schema`;
    assert.equal(
      deprecations(await compile(schema, { dialect }), { a: 1, b: 1 }).map(({ pointer, message }) => [pointer, message]),
      [['/a', 'Write b.']],
      draft,
    );
    assert.equal(await found(schema, { a: 1, b: 1 }, 'lenient', { dialect, strictSpec: true }), [], draft);
    assert.is(isValid(await compile(schema, { dialect }), { a: 'x' }), false, 'the reference holds all the same');
  }
});

where.run();
