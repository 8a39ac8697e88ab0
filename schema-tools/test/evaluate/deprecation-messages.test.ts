import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, type Deprecation, deprecations } from '../../src/index.ts';

const test = suite('deprecated: what is reported');

/** The message about `a`, deprecated with these further keywords, among siblings `b` and `c-d`. */
const told = async (beside: object): Promise<Omit<Deprecation, 'location' | 'pointer'>> => {
  const [{ pointer, location, ...rest }, ...more] = deprecations(
    await compile({ properties: { a: { deprecated: true, ...beside }, b: {}, 'c-d': {} } }),
    { a: 1 },
  ) as [Deprecation];
  assert.equal([pointer, location, more], ['/a', 'schema:///#/properties/a/deprecated', []]);
  return rest;
};

test('without words of the schema, the name as it is written', async () => {
  assert.equal(await told({}), { message: '`a` is deprecated.' });
  assert.equal(
    deprecations(await compile({ additionalProperties: { deprecated: true } }), { 'x/y~z': 1 }).map(({ message }) => message),
    ['`x/y~z` is deprecated.'],
  );
  assert.equal(
    deprecations(await compile({ items: { deprecated: true } }), [1]).map(({ pointer, message }) => [pointer, message]),
    [['/0', '`0` is deprecated.']],
  );
});
test('each spelling of a message that is in use', async () => {
  for (const keyword of [
    'x-deprecation-message',
    'x-deprecationMessage',
    'deprecationMessage',
    'x-deprecated-message',
    'deprecated_description',
    'deprecatedMessage',
  ])
    assert.equal(await told({ [keyword]: 'Gone soon.' }), { message: 'Gone soon.' }, keyword);
});
test('a message that is empty or no text is none', async () => {
  assert.equal(await told({ 'x-deprecation-message': '' }), { message: '`a` is deprecated.' });
  assert.equal(await told({ 'x-deprecation-message': { en: 'no' }, deprecationMessage: 'Yes.' }), { message: 'Yes.' });
});
test('a description is no message, but for its sentence about the deprecation', async () => {
  assert.equal(await told({ description: 'Something.' }), { message: '`a` is deprecated.' });
  const description = 'Shows codes. DEPRECATED: use `b` if you need to disable codes instead. More.';
  assert.equal(await told({ description }), { message: 'DEPRECATED: use `b` if you need to disable codes instead.' });
  assert.equal(await told({ description, deprecationMessage: 'Gone.' }), { message: 'Gone.' });
});
test('every sentence of a description that names another property stays', async () => {
  const said = async (description: string): Promise<string> => (await told({ description })).message;
  assert.is(await said('DEPRECATED. Renamed to `b` in Tool 28'), 'DEPRECATED. Renamed to `b` in Tool 28');
  assert.is(
    await said('The files. Deprecated. Old since version 0.153. It was slow. Use `b` instead.'),
    'Deprecated. Old since version 0.153. Use `b` instead.',
  );
  assert.is(await said('[a] is deprecated. It is fast. Use [b] instead.'), '[a] is deprecated. Use [b] instead.');
  assert.is(await said('Deprecated since 2.\nShort.\nSet `inner.x` of c-d.'), 'Deprecated since 2. Set `inner.x` of c-d.');
  assert.is(await said(`Deprecated. ${'Long '.repeat(60)}c-d.`), `Deprecated. ${'Long '.repeat(60)}c-d.`);
});
test('the word alone is no message', async () => {
  for (const word of [
    'Deprecated',
    'DEPRECATED.',
    '**Deprecated**',
    '(deprecated)',
    'This is deprecated.',
    '⚠️ Deprecated!',
    '@deprecated',
  ]) {
    assert.equal(await told({ description: word }), { message: '`a` is deprecated.' }, word);
    assert.equal(await told({ deprecationMessage: word }), { message: '`a` is deprecated.' }, word);
  }
  assert.equal(await told({ deprecationMessage: 'Deprecated', description: 'Deprecated. See c-d.' }), { message: 'Deprecated. See c-d.' });
});
test('`since` is part of the message', async () => {
  for (const keyword of ['x-deprecated-since', 'x-since', 'deprecatedSince', 'deprecated_version'])
    assert.equal(await told({ [keyword]: '1.2' }), { message: '`a` is deprecated.', since: '1.2' }, keyword);
  assert.equal(await told({ 'x-deprecated-since': 3 }), { message: '`a` is deprecated.', since: '3' }, 'a number');
});
test('`removed in` is part of the message', async () => {
  for (const keyword of ['x-removed-in', 'x-removedIn', 'removedIn'])
    assert.equal(await told({ [keyword]: '2.0' }), { message: '`a` is deprecated.', removedIn: '2.0' }, keyword);
});
test('a replacement that is said, when it is declared', async () => {
  for (const keyword of ['x-replaced-by', 'x-replacement', 'x-deprecated-replacement'])
    assert.equal(await told({ [keyword]: 'c-d' }), { message: '`a` is deprecated.', replacement: 'c-d' }, keyword);
  assert.equal(await told({ 'x-replacement': 'elsewhere' }), { message: '`a` is deprecated.' });
  assert.equal(
    await told({ 'x-replacement': 'elsewhere', 'x-deprecation-message': 'Use `b`.' }),
    { message: 'Use `b`.' },
    'what is said counts more than prose',
  );
});
test('a replacement that prose names, in the message or else in the description', async () => {
  assert.equal(await told({ 'x-deprecation-message': 'Use `b` instead.' }), {
    message: 'Use `b` instead.',
    replacement: 'b',
    isUncertain: true,
  });
  assert.equal(await told({ description: 'Deprecated: use c-d.' }), {
    message: 'Deprecated: use c-d.',
    replacement: 'c-d',
    isUncertain: true,
  });
  assert.equal(await told({ 'x-deprecation-message': 'Gone.', description: 'Use b.' }), { message: 'Gone.' }, 'the message alone');
});
test("a sibling is declared wherever the object's schemas declare it", async () => {
  const schema = {
    allOf: [{ properties: { a: { deprecated: true, deprecationMessage: 'Use `b`.' } } }, { $ref: '#/$defs/more' }],
    $defs: { more: { properties: { b: {} } } },
  };
  assert.equal(
    deprecations(await compile(schema), { a: 1 }).map(({ replacement }) => replacement),
    ['b'],
  );
});
test('what only another object declares is no sibling', async () => {
  const schema = { properties: { x: { properties: { a: { deprecated: true, deprecationMessage: 'Use `b`.' } } }, b: {} } };
  assert.equal(deprecations(await compile(schema), { x: { a: 1 }, b: 1 }), [
    { pointer: '/x/a', message: 'Use `b`.', location: 'schema:///#/properties/x/properties/a/deprecated' },
  ]);
});
test('what only a losing branch declares is no sibling', async () => {
  const schema = {
    properties: { a: { deprecated: true, deprecationMessage: 'Use `b`.' } },
    oneOf: [{ properties: { kind: { const: 1 }, b: {} } }, { properties: { kind: { const: 2 } } }],
  };
  assert.equal(
    deprecations(await compile(schema), { a: 1, kind: 2 }).map(({ replacement }) => replacement),
    [undefined],
  );
  assert.equal(
    deprecations(await compile(schema), { a: 1, kind: 1 }).map(({ replacement }) => replacement),
    ['b'],
  );
});
test('the whole has no sibling', async () =>
  assert.equal(deprecations(await compile({ deprecated: true, 'x-replacement': 'b', properties: { b: {} } }), {}), [
    { pointer: '', message: 'This is deprecated.', location: 'schema:///#/deprecated' },
  ]));
test('several at one place are one: each message once, the first place of the schema, and what any of them says', async () => {
  const schema = {
    properties: { b: {} },
    allOf: [
      { properties: { a: { deprecated: true, 'x-deprecation-message': 'Use b.' } } },
      { properties: { a: { deprecated: false, 'x-deprecation-message': 'Never.' } } },
      { properties: { a: { deprecated: true, 'x-deprecationMessage': 'Gone in 2.', 'x-removed-in': '2' } } },
      { properties: { a: { deprecated: true, deprecationMessage: 'Use b.', 'x-since': '1' } } },
    ],
  };
  assert.equal(deprecations(await compile(schema), { a: 1 }), [
    {
      pointer: '/a',
      message: 'Use b. Gone in 2.',
      replacement: 'b',
      isUncertain: true,
      since: '1',
      removedIn: '2',
      location: 'schema:///#/allOf/0/properties/a/deprecated',
    },
  ]);
});
test('one with words and one without are reported in the words', async () => {
  const schema = {
    allOf: [{ properties: { a: { deprecated: true } } }, { properties: { a: { deprecated: true, deprecationMessage: 'Write b.' } } }],
  };
  assert.equal(
    deprecations(await compile(schema), { a: 1 }).map(({ message }) => message),
    ['Write b.'],
  );
});

test.run();
