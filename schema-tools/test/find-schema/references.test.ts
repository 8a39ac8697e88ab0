import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findReferences } from '../../src/lint/find-schema/find-references.ts';

const test = suite('find-schema: references');

test('references are resolved against the nearest identifier', () => {
  const { references, identifiers } = findReferences(
    {
      $id: 'https://example.com/a/root.json',
      $ref: 'b.json#/x',
      $defs: {
        inner: { $id: '/c/', items: [{ $ref: 'd.json' }, { $dynamicRef: '#local' }] },
        old: { id: 'http://old.example/#', $ref: 'e.json' },
      },
      properties: { $ref: { type: 'string' } },
    },
    'file:///x/root.json',
  );
  assert.equal(references.map(({ uri, written }) => [uri, written]).sort(), [
    ['http://old.example/e.json', 'e.json'],
    ['https://example.com/a/b.json', 'b.json'],
    ['https://example.com/c/d.json', 'd.json'],
  ]);
  assert.equal([...identifiers].sort(), [
    ['http://old.example/', '/$defs/old'],
    ['https://example.com/a/root.json', ''],
    ['https://example.com/c/', '/$defs/inner'],
  ]);
});
test('up to draft 7 a reference disables the identifier beside it, and what it would have been is kept', () => {
  const schema = { $id: 'https://example.com/a/root.json', $ref: '#/x', x: { $ref: 'b.json' } };
  const [draft7, latest] = ['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema'].map((dialect) =>
    findReferences({ $schema: dialect, ...schema }, 'file:///x/root.json').references.filter(({ written }) => written === 'b.json'),
  );
  assert.equal(draft7, [{ uri: 'file:///x/b.json', written: 'b.json', otherUri: 'https://example.com/a/b.json' }]);
  assert.equal(latest, [{ uri: 'https://example.com/a/b.json', written: 'b.json' }]);
});
test('without an identifier the file is the base', () => {
  assert.equal(findReferences({ $ref: '../b.json' }, 'file:///x/y/root.json').references, [
    { uri: 'file:///x/b.json', written: '../b.json' },
  ]);
});
test('a reference to itself and one that makes no URI are none', () => {
  assert.equal(
    findReferences({ $id: 'urn:a', anyOf: [{ $ref: '#/x' }, { $ref: 'urn:a' }, { $ref: 'b.json' }] }, 'file:///x.json').references,
    [],
  );
});
test('a schema of 100,000 levels is walked', () => {
  let schema: object = { $ref: 'deep.json' };
  for (let level = 0; level < 100_000; level++) schema = { not: schema };
  assert.equal(findReferences(schema, 'file:///a.json').references.length, 1);
});
test.run();
