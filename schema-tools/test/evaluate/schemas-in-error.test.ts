import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, SchemaError, type Sources } from '../../src/index.ts';

/** What compiling says is wrong, and where: the message without its common beginning, which names the place. */
export const wrong = async (schema: unknown, sources?: Sources): Promise<readonly [location: string, problem: string] | 'no error'> => {
  try {
    await compile(schema, sources);
    return 'no error';
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const start = `The schema is in error at ${error.location}: `;
    assert.ok(error.message.startsWith(start), error.message);
    return [error.location, error.message.slice(start.length)];
  }
};

const test = suite('schemas in error: what is no schema');

for (const [name, schema, location, problem] of [
  ['a number', 5, 'schema:///#', 'expected a schema: an object, true or false'],
  ['null', null, 'schema:///#', 'expected a schema: an object, true or false'],
  ['a list', [], 'schema:///#', 'expected a schema: an object, true or false'],
  ['nothing', undefined, 'schema:///#', 'expected a schema: an object, true or false'],
  ['items that are no schema', { items: 5 }, 'schema:///#/items', 'expected an object, or true or false; found a number'],
  ['properties that are a list', { properties: [] }, 'schema:///#/properties', 'expected an object; found a list'],
  [
    'a property that is no schema',
    { properties: { a: 'string' } },
    'schema:///#/properties/a',
    'expected an object, or true or false; found a string',
  ],
  ['anyOf without branches', { anyOf: [] }, 'schema:///#/anyOf', 'expected at least 1 item; found 0'],
  ['a list of items in 2020-12', { items: [{}] }, 'schema:///#/items', 'expected an object, or true or false; found a list'],
  [
    'a type that is none',
    { type: 'text' },
    'schema:///#/type',
    'expected one of "array", or "boolean", or "integer", or "null", or "number", or "object", or "string", or a list',
  ],
  ['a type twice', { type: ['string', 'string'] }, 'schema:///#/type', 'expected items that all differ; item 1 repeats an earlier one'],
  ['required that is no list', { required: true }, 'schema:///#/required', 'expected a list; found true'],
  ['a negative length', { properties: { a: { minLength: -1 } } }, 'schema:///#/properties/a/minLength', 'expected a number of at least 0'],
  ['multiples of nothing', { multipleOf: 0 }, 'schema:///#/multipleOf', 'expected a number above 0'],
  ['enum that is no list', { enum: 'x' }, 'schema:///#/enum', 'expected a list; found a string'],
  [
    'a pattern that is none',
    { properties: { 'a b': { pattern: '(' } } },
    'schema:///#/properties/a%20b/pattern',
    'expected a regular expression (ECMA-262); given "("',
  ],
  [
    'patternProperties with one that is none',
    { patternProperties: { '[': {} } },
    'schema:///#/patternProperties',
    'expected a regular expression (ECMA-262); given "["',
  ],
  ['deprecated that is a text', { deprecated: 'yes' }, 'schema:///#/deprecated', 'expected true or false, given "yes"'],
  [
    'deprecated that is null',
    { $defs: { unused: { deprecated: null } } },
    'schema:///#/$defs/unused/deprecated',
    'expected true or false, given null',
  ],
  ['$ref that is no text', { properties: { a: { $ref: 5 } } }, 'schema:///#/properties/a/$ref', 'expected a string: the URI of a schema'],
  ['$ref that is null', { $ref: null }, 'schema:///#/$ref', 'expected a string: the URI of a schema'],
] as const)
  test(name, async () => assert.equal(await wrong(schema), [location, problem]));

test("the place is reported by the schema's own URI", async () => {
  assert.equal(
    await wrong({ type: 'text' }, { uri: 'file:///etc/a.schema.json' }).then((told) => told[0]),
    'file:///etc/a.schema.json#/type',
  );
  assert.equal(
    await wrong({ $ref: 'other' }, { uri: 'https://example.com/a/b', schemas: { 'https://example.com/a/other': { type: 1 } } }).then(
      (told) => told[0],
    ),
    'https://example.com/a/other#/type',
  );
});
test('deprecated must be a boolean in every dialect', async () => {
  for (const draft of [
    'http://json-schema.org/draft-04/schema#',
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2019-09/schema',
    'https://json-schema.org/v1',
  ])
    assert.equal(
      await wrong({ $schema: draft, properties: { a: { deprecated: 1 } } }),
      ['schema:///#/properties/a/deprecated', 'expected true or false, given 1'],
      draft,
    );
});
test('what only looks like a schema is data', async () => {
  for (const schema of [
    { const: { deprecated: 'data', $ref: 5 } },
    { enum: [{ deprecated: 'x' }] },
    { default: { $ref: 5, pattern: '(' } },
    { examples: [{ type: 'text' }] },
    { properties: { deprecated: { type: 'string' }, $ref: {}, pattern: {} } },
    { 'x-mine': { pattern: '(' } },
  ])
    assert.is(await wrong(schema), 'no error', JSON.stringify(schema));
});
test('a property named as a keyword is a property', async () =>
  assert.is(await wrong({ properties: { deprecated: true, $ref: { type: 'string' }, $id: { type: 'number' } } }), 'no error'));
test('each dialect has its own words: draft 4', async () => {
  const dialect = 'http://json-schema.org/draft-04/schema';
  assert.equal(await wrong(true, { dialect }), ['schema:///#', 'expected an object; found true']);
  assert.equal(await wrong({ required: [] }, { dialect }), ['schema:///#/required', 'expected at least 1 item; found 0']);
  assert.equal(await wrong({ minimum: 1, exclusiveMinimum: 5 }, { dialect }), [
    'schema:///#/exclusiveMinimum',
    'expected true or false; found a number',
  ]);
  assert.equal(await wrong({ exclusiveMinimum: true }, { dialect }), ['schema:///#', '`exclusiveMinimum` needs `minimum` beside it']);
  assert.is(await wrong({ const: 1, if: 5, prefixItems: 'x' }, { dialect }), 'no error', 'words of later drafts mean nothing here');
});
test('each dialect has its own words: v1 knows no others, but those that begin with x-', async () => {
  assert.equal(await wrong({ $schema: 'https://json-schema.org/v1', properties: { a: { definitions: {} } } }), [
    'schema:///#/properties/a/definitions',
    'the dialect https://json-schema.org/v1 has no keyword `definitions`; one of your own begins with `x-`',
  ]);
  assert.is(await wrong({ $schema: 'https://json-schema.org/v1', 'x-definitions': {} }), 'no error');
});

test.run();

// ---

const circles = suite('schemas in error: circles');

circles('a reference to itself without end', async () => {
  assert.equal(await wrong({ $ref: '#' }), ['schema:///#', 'it refers to itself without end']);
  assert.equal(await wrong({ $ref: '#/$defs/a', $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } } }), [
    'schema:///#/$defs/a',
    'it refers to itself without end',
  ]);
  assert.equal(await wrong({ $schema: 'http://json-schema.org/draft-07/schema#', allOf: [{ $ref: '#' }] }), [
    'schema:///#',
    'it refers to itself without end',
  ]);
});
circles('also across files', async () =>
  assert.equal(
    await wrong(
      { $ref: 'https://example.com/a' },
      { schemas: { 'https://example.com/a': { $ref: 'b' }, 'https://example.com/b': { $ref: 'a' } } },
    ),
    ['https://example.com/a#', 'it refers to itself without end'],
  ),
);
circles('a part that refers to the whole is none', async () => {
  assert.is(await wrong({ properties: { next: { $ref: '#' } }, items: { $ref: '#' }, additionalProperties: { $ref: '#' } }), 'no error');
  assert.is(await wrong({ $defs: { a: { items: { $ref: '#/$defs/a' } } } }), 'no error');
});
circles('a duplicate name is an error', async () =>
  assert.is(await wrong({ allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }], $defs: { a: { type: 'object' } } }), 'no error'),
);

circles.run();
