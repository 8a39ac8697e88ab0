import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, compile, deprecations, faults, isValid, pack, unknown } from '../../src/index.ts';
import { withMessage } from '@slipway/test-support/with-message';

const test = suite('keywords that the closures lack');
const $schema = 'https://json-schema.org/v1';
const dependent = {
  $schema,
  properties: { kind: { type: 'string' } },
  propertyDependencies: {
    kind: {
      a: { properties: { old: { deprecated: true, 'x-deprecation-message': 'Write new.' }, 'é/~': { type: 'number', deprecated: true } } },
      b: { required: ['name'] },
    },
  },
};

test('propertyDependencies are evaluated', async () => {
  const compiled = await compile(dependent);
  assert.equal(
    [
      isValid(compiled, { kind: 'a' }),
      isValid(compiled, { kind: 'b' }),
      isValid(compiled, { kind: 'b', name: 1 }),
      isValid(compiled, { kind: 5 }),
      isValid(compiled, 'x'),
    ],
    [true, false, true, false, true],
  );
});
test('their annotations are collected, when they apply', async () => {
  const compiled = await compile(dependent);
  assert.equal(deprecations(compiled, { kind: 'a', old: 1, 'é/~': 1 }), [
    { pointer: '/old', message: 'Write new.', location: 'schema:///#/propertyDependencies/kind/a/properties/old/deprecated' },
    {
      pointer: '/é~1~0',
      message: '`é/~` is deprecated.',
      location: 'schema:///#/propertyDependencies/kind/a/properties/%C3%A9~1~0/deprecated',
    },
  ]);
  assert.equal(deprecations(compiled, { kind: 'c', old: 1 }), []);
});
test('a failing neighbour takes everything away: without closures there is the strict mode alone', async () => {
  const compiled = await compile(dependent);
  assert.equal(deprecations(compiled, { kind: 'a', old: 1, 'é/~': 'x' }), []);
  assert.equal(deprecations(compiled, { kind: 'a', old: 1, 'é/~': 'x' }, 'strict'), []);
});
test('faults have places, keywords and no values', async () => {
  const compiled = await compile(dependent);
  assert.equal(faults(compiled, { kind: 'a', 'é/~': 'secret' }), [
    {
      pointer: '/é~1~0',
      keyword: 'type',
      location: 'schema:///#/propertyDependencies/kind/a/properties/%C3%A9~1~0/type',
      message: 'does not match `type` of the schema',
    },
  ]);
  assert.equal(faults(compiled, { kind: 'b' }), [
    {
      pointer: '',
      keyword: 'required',
      location: 'schema:///#/propertyDependencies/kind/b/required',
      message: 'does not match `required` of the schema',
    },
  ]);
  assert.equal(faults(compiled, { kind: 'a' }), []);
});
test('itemPattern is evaluated, as a regular expression over items', async () => {
  const compiled = await compile({ $schema, itemPattern: [{ type: 'number' }, '+', { type: 'string', deprecated: true }, '?'] });
  assert.equal(
    [isValid(compiled, [1, 2]), isValid(compiled, [1, 'x']), isValid(compiled, ['x']), isValid(compiled, [1, 'x', 'y'])],
    [true, true, false, false],
  );
  assert.equal(
    deprecations(compiled, [1, 'x']).map(({ pointer }) => pointer),
    ['/1'],
  );
});
test('conditional and requireAllExcept', async () => {
  const conditional = await compile({
    $schema,
    conditional: [{ required: ['a'] }, { properties: { b: { deprecated: true } } }, { required: ['c'] }],
  });
  assert.equal(
    [
      deprecations(conditional, { a: 1, b: 1 }).map(({ pointer }) => pointer),
      isValid(conditional, {}),
      isValid(conditional, { c: 1, b: 1 }),
    ],
    [['/b'], false, true],
  );
  const all = await compile({ $schema, properties: { a: {}, b: {}, c: {} }, requireAllExcept: ['c'] });
  assert.equal([isValid(all, { a: 1, b: 1 }), isValid(all, { a: 1, c: 1 })], [true, false]);
});
test('$dynamicRef of v1', async () => {
  const tree = {
    $schema,
    $id: 'https://example.com/tree',
    $dynamicAnchor: 'node',
    properties: { next: { $dynamicRef: 'node' }, old: { deprecated: true } },
    'x-note': 1,
  };
  assert.equal(
    deprecations(await compile(tree), { next: { old: 1 } }).map(({ pointer }) => pointer),
    ['/next/old'],
  );
});
test('format of v1 is asked; one that v1 does not have is an error of the schema', async () => {
  const compiled = await compile({ $schema, format: 'date' });
  assert.equal([isValid(compiled, '2026-01-01'), isValid(compiled, 'x')], [true, false]);
  const unheard = await compile({ $schema, format: 'zip-code' });
  assert.throws(
    () => isValid(unheard, 'x'),
    withMessage('The schema is in error at schema:///#/format: the format `zip-code` is not known'),
  );
});
test('all of v1 that the closures know is evaluated by them: lenient', async () => {
  const compiled = await compile({ $schema, properties: { old: { deprecated: true }, port: { type: 'number' } } });
  assert.equal(
    deprecations(compiled, { old: 1, port: 'x' }).map(({ pointer }) => pointer),
    ['/old'],
  );
});
test('names that objects have anyway', async () => {
  const compiled = await compile(dependent);
  assert.equal([isValid(compiled, { kind: 'toString' }), isValid(compiled, { kind: 'constructor' })], [true, true]);
});
test('a value that is not known yet leaves everything uncertain', async () => {
  const compiled = await compile(dependent);
  assert.equal(
    [
      isValid(compiled, { kind: unknown, old: 1 }),
      faults(compiled, { kind: unknown, old: 1 }),
      deprecations(compiled, { kind: unknown, old: 1 }),
    ],
    [true, [], []],
  );
});
test('any keyword can be collected', async () =>
  assert.equal(
    annotations(await compile({ ...dependent, 'x-unit': 's' }), {}, { keywords: ['x-unit'] }).map(({ value, pointer }) => [pointer, value]),
    [['', 's']],
  ));
test('it cannot be packed, and says so', async () => {
  const compiled = await compile(dependent);
  assert.throws(
    () => pack(compiled, { keywords: ['deprecated'] }),
    withMessage('The schema uses a keyword that only the compiler evaluates; it cannot be packed.'),
  );
});

test.run();
