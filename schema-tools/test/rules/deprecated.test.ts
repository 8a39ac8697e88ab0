import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deprecated } from '../../src/lint/rules/deprecated.ts';
import { checkRule } from './check-rule.ts';

const test = suite('lint rules: deprecated');

const city = {
  deprecated: true,
  'x-deprecation-message': 'Write `place`.',
  'x-replaced-by': 'place',
  'x-since': '2.0',
  'x-removed-in': '3.0',
};

test('a field that is used is reported with the words of the schema, its replacement and its versions', async () => {
  assert.equal(await checkRule(deprecated, { properties: { city, place: {} } }, { city: 'Riga' }), [
    { pointer: '/city', message: 'Write `place`.', replacement: 'place', since: '2.0', removedIn: '3.0' },
  ]);
});
test('a field that is not used is not reported', async () => {
  assert.equal(await checkRule(deprecated, { properties: { city, place: {} } }, { place: 'Riga' }), []);
});
test('a replacement that the schema does not declare is none', async () => {
  assert.equal(await checkRule(deprecated, { properties: { city: { deprecated: true, description: 'Use `place`.' } } }, { city: 'Riga' }), [
    { pointer: '/city', message: 'Use `place`.' },
  ]);
});
test('an invalid neighbour silences nothing that is certain', async () => {
  assert.equal(await checkRule(deprecated, { properties: { city, place: { type: 'number' } } }, { city: 'Riga', place: 'x' }), [
    { pointer: '/city', message: 'Write `place`.', replacement: 'place', since: '2.0', removedIn: '3.0' },
  ]);
});
test('a branch that does not apply says nothing', async () => {
  const schema = { oneOf: [{ properties: { kind: { const: 'a' }, city } }, { properties: { kind: { const: 'b' }, city: {} } }] };
  assert.equal(await checkRule(deprecated, schema, { kind: 'b', city: 'Riga' }), []);
  assert.equal(
    (await checkRule(deprecated, schema, { kind: 'a', city: 'Riga' })).map(({ pointer }) => pointer),
    ['/city'],
  );
});
test('a deprecationMessage without the flag marks a property, as in the editor that it is for', async () => {
  const schema = {
    properties: {
      a: { deprecationMessage: 'Write b.' },
      b: { markdownDeprecationMessage: 'Write `c`.' },
      c: { deprecationMessage: 'Never.', deprecated: false },
      d: { deprecationMessage: 'Plain.', markdownDeprecationMessage: '**Marked.**' },
      e: { 'x-deprecation-message': 'Of another tool.' },
    },
  };
  assert.equal(
    (await checkRule(deprecated, schema, { a: 1, b: 1, c: 1, d: 1, e: 1 })).map(({ pointer, message }) => [pointer, message]),
    [
      ['/a', 'Write b.'],
      ['/b', 'Write `c`.'],
      ['/d', 'Plain.'],
    ],
  );
});

test.run();
