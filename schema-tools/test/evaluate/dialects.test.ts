import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, compile, deprecations, faults, isValid, SchemaError } from '../../src/index.ts';

const test = suite('dialects');

test('$schema is understood as people spell it', async () => {
  for (const [said, meant] of [
    ['https://json-schema.org/draft/2020-12/schema', 'https://json-schema.org/draft/2020-12/schema'],
    ['https://json-schema.org/draft/2020-12/schema#', 'https://json-schema.org/draft/2020-12/schema'],
    ['http://json-schema.org/draft/2020-12/schema', 'https://json-schema.org/draft/2020-12/schema'],
    [' https://json-schema.org/draft/2019-09/schema ', 'https://json-schema.org/draft/2019-09/schema'],
    ['http://json-schema.org/draft-07/schema#', 'http://json-schema.org/draft-07/schema'],
    ['http://json-schema.org/draft-07/schema', 'http://json-schema.org/draft-07/schema'],
    ['https://json-schema.org/draft-07/schema#', 'http://json-schema.org/draft-07/schema'],
    ['https://json-schema.org/draft-06/schema', 'http://json-schema.org/draft-06/schema'],
    ['http://json-schema.org/draft-04/schema#', 'http://json-schema.org/draft-04/schema'],
    ['http://json-schema.org/schema#', 'https://json-schema.org/draft/2020-12/schema'],
    ['https://json-schema.org/schema', 'https://json-schema.org/draft/2020-12/schema'],
    ['https://json-schema.org/v1', 'https://json-schema.org/v1'],
  ] as const)
    assert.is((await compile({ $schema: said })).dialect, meant, said);
});
test('without $schema it is 2020-12, or what is asked for', async () => {
  assert.is((await compile({})).dialect, 'https://json-schema.org/draft/2020-12/schema');
  assert.is((await compile(true)).dialect, 'https://json-schema.org/draft/2020-12/schema');
  assert.is((await compile({}, { dialect: 'http://json-schema.org/draft-04/schema#' })).dialect, 'http://json-schema.org/draft-04/schema');
  assert.is(
    (await compile({ $schema: 'http://json-schema.org/draft-07/schema#' }, { dialect: 'http://json-schema.org/draft-04/schema#' })).dialect,
    'http://json-schema.org/draft-07/schema',
    '$schema counts more',
  );
});
test('that of OpenAPI 3.1 is 2020-12 with four more annotations', async () => {
  const schema = await compile({
    $schema: 'https://spec.openapis.org/oas/3.1/dialect/base',
    properties: { a: { deprecated: true, example: 1, xml: {}, externalDocs: { url: 'https://example.com' } }, b: { type: 'string' } },
    discriminator: { propertyName: 'a' },
  });
  assert.equal(
    deprecations(schema, { a: 1, b: 2 }).map(({ pointer }) => pointer),
    ['/a'],
  );
  assert.equal(
    faults(schema, { a: 1, b: 2 }).map(({ pointer, message }) => `${pointer} ${message}`),
    ['/b expected a string; found a number'],
  );
});
test('an unknown one is refused, with those that are known', async () => {
  const known = 'known are draft-04, draft-06, draft-07, 2019-09, 2020-12, v1, OpenAPI 3.1, and meta-schemas that are given';
  for (const [schema, dialect, message, location] of [
    [
      { $schema: 'https://example.com/mine' },
      undefined,
      `the dialect https://example.com/mine is not known; ${known}`,
      'schema:///#/$schema',
    ],
    [
      { $schema: 'http://json-schema.org/draft-03/schema#' },
      undefined,
      'draft-03 of JSON Schema is not supported; drafts from 4 to 2020-12 are',
      'schema:///#/$schema',
    ],
    [{}, 'draft-07', `the dialect draft-07 is not known; ${known}`, 'schema:///#'],
    [true, 'draft-07', `the dialect draft-07 is not known; ${known}`, 'schema:///#'],
    [
      { properties: { a: { $id: 'a', $schema: 'urn:x' } } },
      undefined,
      `the dialect urn:x is not known; ${known}`,
      'schema:///#/properties/a/$schema',
    ],
  ] as const)
    await compile(schema, dialect === undefined ? {} : { dialect }).then(
      () => assert.unreachable(),
      (error: SchemaError) =>
        assert.equal([error.message, error.location], [`The schema is in error at ${location}: ${message}`, location]),
    );
});
test('a word means what its dialect says', async () => {
  const schema = { items: [{ type: 'number' }], additionalItems: false, prefixItems: [{ type: 'string' }] };
  assert.is(isValid(await compile(schema, { dialect: 'http://json-schema.org/draft-07/schema' }), [1]), true);
  assert.is(isValid(await compile(schema, { dialect: 'http://json-schema.org/draft-07/schema' }), [1, 2]), false);
  assert.is(isValid(await compile({ ...schema, items: {} }), [1]), false);
});
test('deprecated is heard in every dialect, also those that do not know it', async () => {
  for (const dialect of [
    'http://json-schema.org/draft-04/schema',
    'http://json-schema.org/draft-06/schema',
    'http://json-schema.org/draft-07/schema',
    'https://json-schema.org/draft/2019-09/schema',
    'https://json-schema.org/draft/2020-12/schema',
    'https://json-schema.org/v1',
  ])
    assert.equal(
      deprecations(await compile({ properties: { a: { deprecated: true, 'x-deprecation-message': 'Write b.' } } }, { dialect }), { a: 1 }),
      [{ pointer: '/a', message: 'Write b.', location: 'schema:///#/properties/a/deprecated' }],
      dialect,
    );
});
test('an embedded resource of another dialect keeps its words', async () => {
  const compiled = await compile({
    $id: 'https://example.com/new',
    properties: { a: { $ref: 'old' }, b: { prefixItems: [{ type: 'string' }] } },
    $defs: {
      old: {
        $id: 'old',
        $schema: 'http://json-schema.org/draft-07/schema#',
        items: [{ type: 'number' }],
        additionalItems: false,
        dependencies: { x: ['y'] },
        prefixItems: 5,
      },
    },
  });
  assert.is(isValid(compiled, { a: [1], b: ['x'] }), true);
  assert.is(isValid(compiled, { a: [1, 2] }), false);
  assert.is(isValid(compiled, { a: { x: 1 } }), false);
  assert.is(isValid(compiled, { b: [1] }), false);
});
test('a schema given beside may be of another dialect', async () => {
  const compiled = await compile(
    { $ref: 'https://example.com/old#/definitions/a' },
    {
      schemas: {
        'https://example.com/old': {
          $schema: 'http://json-schema.org/draft-04/schema#',
          id: 'https://example.com/old',
          definitions: { a: { minimum: 1, exclusiveMinimum: true } },
        },
      },
    },
  );
  assert.equal([isValid(compiled, 1), isValid(compiled, 2)], [false, true]);
});
test('an embedded resource in error is reported at its place', async () => {
  await compile({ $defs: { old: { $id: 'old', $schema: 'http://json-schema.org/draft-04/schema#', required: [] } } }).then(
    () => assert.unreachable(),
    ({ location }: SchemaError) => assert.is(location, 'schema:///#/$defs/old/required'),
  );
});

test.run();

// ---

const own = suite("dialects of one's own");
const vocabulary = (name: string): string => `https://json-schema.org/draft/2020-12/vocab/${name}`;
const meta = (vocabularies: readonly string[], more: object = {}) => ({
  $id: 'https://example.com/meta',
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $dynamicAnchor: 'meta',
  $vocabulary: Object.fromEntries(vocabularies.map((name) => [vocabulary(name), true])),
  ...more,
});

own('a meta-schema with its vocabularies makes one', async () => {
  const schemas = { 'https://example.com/meta': meta(['core', 'applicator']) };
  const compiled = await compile({ $schema: 'https://example.com/meta', properties: { a: { minimum: 5 } } }, { schemas });
  assert.is(compiled.dialect, 'https://example.com/meta');
  assert.is(isValid(compiled, { a: 1 }), true, 'without the vocabulary of validation, minimum says nothing');
  assert.is(
    isValid(
      await compile(
        { $schema: 'https://example.com/meta', properties: { a: { minimum: 5 } } },
        { schemas: { 'https://example.com/meta': meta(['core', 'applicator', 'validation']) } },
      ),
      { a: 1 },
    ),
    false,
  );
});
own('it may be given under another URI than it says, and before or after what says it', async () => {
  const schemas = {
    'https://example.com/user': { $schema: 'https://example.com/meta', type: 'number' },
    'file:///meta.json': meta(['core', 'applicator', 'validation']),
  };
  assert.is(isValid(await compile({ $ref: 'https://example.com/user' }, { schemas }), 'x'), false);
});
own('what its meta-schema asks is asked', async () => {
  const schemas = { 'https://example.com/meta': meta(['core', 'applicator', 'validation'], { required: ['title'], type: 'object' }) };
  await compile({ $schema: 'https://example.com/meta' }, { schemas }).then(
    () => assert.unreachable(),
    ({ message }: Error) => assert.is(message, 'The schema is in error at schema:///#: `title` is missing'),
  );
  assert.is((await compile({ $schema: 'https://example.com/meta', title: 'x' }, { schemas })).dialect, 'https://example.com/meta');
});
own('its unknown keywords are annotations', async () => {
  const schemas = { 'https://example.com/meta': meta(['core', 'applicator', 'meta-data']) };
  const compiled = await compile(
    { $schema: 'https://example.com/meta', properties: { a: { 'x-unit': 's', deprecated: true } } },
    { schemas },
  );
  assert.equal(
    annotations(compiled, { a: 1 }, { keywords: ['x-unit', 'deprecated'] }).map(({ keyword, value }) => [keyword, value]),
    [
      ['x-unit', 's'],
      ['deprecated', true],
    ],
  );
});
own('a vocabulary that it needs and nobody knows is an error of the meta-schema', async () => {
  const schemas = {
    'https://example.com/meta': { ...meta(['core']), $vocabulary: { [vocabulary('core')]: true, 'https://example.com/vocab/mine': true } },
  };
  await compile({ $schema: 'https://example.com/meta' }, { schemas }).then(
    () => assert.unreachable(),
    (error: Error) => {
      assert.instance(error, SchemaError);
      assert.is(
        error.message,
        'The schema is in error at https://example.com/meta#/$vocabulary: the vocabulary https://example.com/vocab/mine is ' +
          'required and not known',
      );
    },
  );
});
own('one that it does not need is passed over', async () => {
  const schemas = {
    'https://example.com/meta': {
      ...meta(['core', 'validation']),
      $vocabulary: { [vocabulary('core')]: true, [vocabulary('validation')]: true, 'https://example.com/vocab/mine': false },
    },
  };
  assert.is(isValid(await compile({ $schema: 'https://example.com/meta', type: 'number', mine: 1 }, { schemas }), 'x'), false);
});
own('two compilations with different meta-schemas of one name do not meet', async () => {
  const schema = { $schema: 'https://example.com/meta', minimum: 5 };
  const [without, within] = [
    { 'https://example.com/meta': meta(['core', 'applicator']) },
    { 'https://example.com/meta': meta(['core', 'applicator', 'validation']) },
  ];
  for (const [schemas, valid] of [
    [without, true],
    [within, false],
    [without, true],
  ] as const)
    assert.is(isValid(await compile(schema, { schemas }), 1), valid);
});

own.run();
