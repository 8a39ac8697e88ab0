import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, compile, isValid, SchemaError, type Sources } from '../../src/index.ts';

const wrong = async (schema: unknown, sources?: Sources): Promise<readonly [location: string, problem: string]> => {
  try {
    await compile(schema, sources);
  } catch (error) {
    assert.instance(error, SchemaError);
    return [(error as SchemaError).location, (error as Error).message.split(': ').slice(1).join(': ')];
  }
  return assert.unreachable() as never;
};

const nowhere = suite('references that lead nowhere');

for (const [name, schema, location, problem] of [
  [
    'a pointer',
    { properties: { a: { $ref: '#/$defs/x' } } },
    'schema:///#/properties/a/$ref',
    '"#/$defs/x" refers to a location that does not exist',
  ],
  [
    'a pointer into a definition that is there',
    { $ref: '#/$defs/x/properties/b', $defs: { x: {} } },
    'schema:///#/$ref',
    '"#/$defs/x/properties/b" refers to a location that does not exist',
  ],
  ['an anchor', { $ref: '#x' }, 'schema:///#/$ref', '"#x" refers to a location that does not exist'],
  ['a dynamic anchor', { $dynamicRef: '#x' }, 'schema:///#/$dynamicRef', '"#x" refers to a location that does not exist'],
  [
    'a file beside',
    { $ref: 'other.json' },
    'schema:///#/$ref',
    '"other.json" refers to schema:///other.json, which is not among the schemas given; nothing is fetched',
  ],
  [
    'a file beside, and a pointer in it',
    { $ref: 'other.json#/a' },
    'schema:///#/$ref',
    '"other.json#/a" refers to schema:///other.json, which is not among the schemas given; nothing is fetched',
  ],
  [
    'an address',
    { allOf: [{ $ref: 'https://example.com/x.json' }] },
    'schema:///#/allOf/0/$ref',
    '"https://example.com/x.json" refers to https://example.com/x.json, which is not among the schemas given; nothing is fetched',
  ],
  [
    'a URN',
    { $ref: 'urn:example:x' },
    'schema:///#/$ref',
    '"urn:example:x" refers to urn:example:x, which is not among the schemas given; nothing is fetched',
  ],
  [
    'something that is no schema',
    { $ref: '#/$defs/x/title', $defs: { x: { title: 'x' } } },
    'schema:///#/$ref',
    '"#/$defs/x/title" refers to something that is no schema',
  ],
  [
    'a file in the file system',
    { $ref: 'file:///etc/passwd' },
    'schema:///#/$ref',
    '"file:///etc/passwd" refers to file:///etc/passwd, which is not among the schemas given; nothing is fetched',
  ],
] as const)
  nowhere(name, async () => assert.equal(await wrong(schema), [location, problem]));

nowhere("against the schema's own identifier, and where it was read from", async () => {
  assert.equal(await wrong({ $id: 'https://example.com/a/b', $ref: 'c' }), [
    'schema:///#/$ref',
    '"c" refers to https://example.com/a/c, which is not among the schemas given; nothing is fetched',
  ]);
  assert.equal(await wrong({ $ref: 'c' }, { uri: 'file:///tmp/a/b.json' }), [
    'file:///tmp/a/b.json#/$ref',
    '"c" refers to file:///tmp/a/c, which is not among the schemas given; nothing is fetched',
  ]);
});
nowhere('a reference to a schema that was passed in is resolved', async () =>
  assert.equal(await wrong({ $ref: 'https://example.com/a' }, { schemas: { 'https://example.com/a': { items: { $ref: 'b' } } } }), [
    'https://example.com/a#/items/$ref',
    '"b" refers to https://example.com/b, which is not among the schemas given; nothing is fetched',
  ]),
);
nowhere('from a definition that nothing uses: no harm is done', async () =>
  assert.is(
    isValid(
      await compile({ $defs: { unused: { $ref: 'https://example.com/x' } } }, { dialect: 'http://json-schema.org/draft-07/schema' }),
      1,
    ),
    true,
  ),
);

nowhere.run();

// ---

const somewhere = suite('references that lead somewhere');
const number = { type: 'number' };
const rejects = async (schema: unknown, instance: unknown, sources?: Sources): Promise<void> =>
  assert.is(isValid(await compile(schema, sources), instance), false);

somewhere('characters that no URI may hold are taken as they are written', async () => {
  await rejects({ $ref: '#/$defs/Map<string, a|b>', $defs: { 'Map<string, a|b>': number } }, 'x');
  await rejects({ $ref: '#/$defs/a b{c}^`d"e\\f', $defs: { 'a b{c}^`d"e\\f': number } }, 'x');
  await rejects({ $ref: '#/$defs/50%', $defs: { '50%': number } }, 'x');
  await rejects({ $ref: '#/$defs/50%25', $defs: { '50%': number } }, 'x');
  await rejects({ $ref: '#/$defs/Gr%C3%B6%C3%9Fe', $defs: { Größe: number } }, 'x');
  await rejects({ $ref: '#/$defs/Größe', $defs: { Größe: number } }, 'x');
  await rejects({ $ref: '#/$defs/a[0]', $defs: { 'a[0]': number } }, 'x');
});
somewhere('steps of a pointer are escaped as RFC 6901 has it', async () =>
  rejects({ $ref: '#/$defs/a~1b~0c', $defs: { 'a/b~c': number } }, 'x'),
);
somewhere('an identifier that is not a URI is left out', async () => {
  await rejects({ $id: 'no: uri at all %', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: number } }, { a: 'x' });
  await rejects({ $id: 'http://', $ref: '#/$defs/x', $defs: { x: number } }, 'x');
});
somewhere('an identifier with blanks is encoded', async () =>
  rejects({ $id: 'https://example.com/a b', $ref: '#/$defs/x', $defs: { x: number } }, 'x'),
);
somewhere('a relative identifier counts from where the schema was read', async () => {
  await rejects({ $id: 'schemas/a.json', $ref: 'b.json', $defs: { b: { $id: 'b.json', type: 'number' } } }, 'x', {
    uri: 'https://example.com/',
  });
  assert.is(
    annotations(await compile({ $id: 'a.json', title: 't' }, { uri: 'https://example.com/x/y' }), 1, { keywords: ['title'] })[0]!.location,
    'https://example.com/x/a.json#/title',
  );
});
somewhere('a schema with the identifier of an official one is itself', async () =>
  rejects({ $id: 'http://json-schema.org/draft-07/schema', type: 'number' }, 'x'),
);
somewhere('the meta-schemas are at hand without being given', async () => {
  const compiled = await compile({ properties: { schema: { $ref: 'https://json-schema.org/draft/2020-12/schema' } } });
  assert.equal([isValid(compiled, { schema: { type: 'number' } }), isValid(compiled, { schema: { type: 'text' } })], [true, false]);
});
somewhere('schemas given beside are known by their URI and by their own identifier', async () => {
  const schemas = { 'https://example.com/read': { $id: 'https://example.com/own', type: 'number' } };
  await rejects({ $ref: 'https://example.com/read' }, 'x', { schemas });
  await rejects({ $ref: 'https://example.com/own' }, 'x', { schemas });
  await rejects({ $ref: 'https://example.com/%61' }, 'x', { schemas: { 'https://example.com/%61': number } });
});
somewhere('one compilation does not see the schemas of another', async () => {
  await compile({ $ref: 'https://example.com/mine' }, { schemas: { 'https://example.com/mine': number } });
  assert.match((await wrong({ $ref: 'https://example.com/mine' }))[1], 'which is not among the schemas given');
});
somewhere('the same URI may be compiled again, as something else', async () => {
  const uri = 'https://example.com/mine';
  await rejects({ type: 'number' }, 'x', { uri });
  await rejects({ type: 'string' }, 1, { uri });
});
somewhere('a schema is left as it was', async () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema',
    $id: 'https://example.com/a',
    properties: { a: { $ref: '#/definitions/x<y>', title: 'beside' } },
    patternProperties: { '\\_': {} },
    definitions: { 'x<y>': { $id: '#b' } },
  };
  const before = JSON.stringify(schema);
  await compile(Object.freeze(schema));
  assert.is(JSON.stringify(schema), before);
});
somewhere('a pointer through an embedded resource, in every draft', async () => {
  for (const [id, definitions, dialect] of [
    ['id', 'definitions', 'http://json-schema.org/draft-04/schema'],
    ['$id', 'definitions', 'http://json-schema.org/draft-07/schema'],
    ['$id', '$defs', 'https://json-schema.org/draft/2020-12/schema'],
  ] as const)
    for (const beside of [{}, { title: 'beside' }])
      await rejects(
        {
          [id]: 'https://example.com/a',
          properties: { a: { $ref: `#/${definitions}/x/${definitions}/y`, ...beside } },
          [definitions]: { x: { [id]: 'inner', [definitions]: { y: number } } },
        },
        { a: 'x' },
        { dialect },
      );
});

somewhere('up to draft 7 an identifier beside a reference moves no base', async () => {
  const pointing = { properties: { a: { $id: 'https://example.com/b', $ref: '#/definitions/x' } }, definitions: { x: number } };
  await rejects({ $id: 'https://example.com/a', ...pointing }, { a: 'x' }, { dialect: 'http://json-schema.org/draft-07/schema' });
  await rejects(
    { $id: 'https://example.com/a', ...pointing },
    { a: 'x' },
    { dialect: 'http://json-schema.org/draft-07/schema', strictSpec: true },
  );
});
somewhere('a pointer through a place that only has a name of its own', async () => {
  await rejects(
    { properties: { a: { $ref: '#/definitions/x/definitions/y' } }, definitions: { x: { $id: '#x', definitions: { y: number } } } },
    { a: 'x' },
    { dialect: 'http://json-schema.org/draft-07/schema' },
  );
  await rejects(
    { properties: { a: { $ref: '#/definitions/x/definitions/y' } }, definitions: { x: { id: '#x', definitions: { y: number } } } },
    { a: 'x' },
    { dialect: 'http://json-schema.org/draft-04/schema' },
  );
});
somewhere('definitions beside $ref, also where $ref silences its neighbours', async () => {
  for (const strictSpec of [false, true])
    await rejects(
      { $schema: 'http://json-schema.org/draft-07/schema#', $ref: '#/definitions/Config', definitions: { Config: number } },
      'x',
      { strictSpec },
    );
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $ref: '#/definitions/Config',
    minimum: 5,
    definitions: { Config: number },
  };
  assert.equal([isValid(await compile(schema), 1), isValid(await compile(schema, { strictSpec: true }), 1)], [false, true]);
});
somewhere('an identifier said twice means one schema, said alike', async () => {
  const inner = { $id: 'https://example.com/inner', type: 'number' };
  await rejects({ properties: { a: inner, b: { ...inner } } }, { b: 'x' });
  assert.equal(await wrong({ properties: { a: inner, b: { ...inner, type: 'string' } } }), [
    'schema:///#/properties/b/$id',
    'https://example.com/inner is also the identifier of another schema, at schema:///#/properties/a',
  ]);
});

somewhere('a pointer across an embedded schema, also where a reference at the root disables its identifier', async () => {
  await rejects(
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://example.com/root',
      $ref: '#/definitions/entry',
      definitions: {
        entry: { properties: { a: { $ref: '#/definitions/inner/definitions/y' } } },
        inner: { $id: 'https://example.com/inner', definitions: { y: number } },
      },
    },
    { a: 'x' },
  );
});

somewhere.run();
