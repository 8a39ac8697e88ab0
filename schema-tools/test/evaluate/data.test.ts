import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, compile, isValid } from '../../src/index.ts';

const test = suite('evaluate: data in schemas');
const dialects = [
  'http://json-schema.org/draft-06/schema',
  'http://json-schema.org/draft-07/schema',
  'https://json-schema.org/draft/2019-09/schema',
  'https://json-schema.org/draft/2020-12/schema',
];

for (const dialect of dialects) {
  test(`${dialect}: what a constant holds refers to nothing and names nothing`, async () => {
    const compiled = await compile(
      { const: { $ref: '#/nowhere', $id: 'https://data.example/a', id: 'x', $anchor: 'a', deep: [{ $ref: 'https://data.example/b' }] } },
      { dialect },
    );
    assert.is(
      isValid(compiled, {
        id: 'x',
        $anchor: 'a',
        $id: 'https://data.example/a',
        $ref: '#/nowhere',
        deep: [{ $ref: 'https://data.example/b' }],
      }),
      true,
    );
    assert.is(isValid(compiled, {}), false);
    assert.is(isValid(compiled, { id: 'x', $anchor: 'a', $id: 'https://data.example/a', $ref: '#/elsewhere', deep: [] }), false);
  });
  test(`${dialect}: nor what an enumeration, a default or an example holds`, async () => {
    const compiled = await compile(
      {
        enum: [{ $id: 'https://data.example/a' }, 1],
        default: { $ref: '#/nowhere' },
        examples: [{ $schema: 'https://data.example/s', id: '#b' }],
      },
      { dialect },
    );
    assert.is(isValid(compiled, { $id: 'https://data.example/a' }), true);
    assert.is(isValid(compiled, { $id: 'https://data.example/b' }), false);
    assert.equal(
      annotations(compiled, 1, { keywords: ['default', 'examples'] })
        .map(({ keyword, value }) => [keyword, value])
        .sort(),
      [
        ['default', { $ref: '#/nowhere' }],
        ['examples', [{ $schema: 'https://data.example/s', id: '#b' }]],
      ],
    );
  });
}
test('in draft 4, `id` in a default names nothing', async () => {
  const compiled = await compile(
    { default: { id: 'https://data.example/a' }, properties: { a: { $ref: '#/definitions/a' } }, definitions: { a: { type: 'string' } } },
    { dialect: 'http://json-schema.org/draft-04/schema' },
  );
  assert.is(isValid(compiled, { a: 1 }), false);
  assert.equal(
    annotations(compiled, {}, { keywords: ['default'] }).map(({ value }) => value),
    [{ id: 'https://data.example/a' }],
  );
});
test('where hyperjump evaluates, data is data, too', async () => {
  const compiled = await compile({
    $schema: 'https://json-schema.org/v1',
    const: { $id: 'https://data.example/a' },
    propertyDependencies: { a: { x: { required: ['b'] } } },
  });
  assert.is(isValid(compiled, { $id: 'https://data.example/a' }), true);
  assert.is(isValid(compiled, { $id: 'https://data.example/b' }), false);
});
test.run();
