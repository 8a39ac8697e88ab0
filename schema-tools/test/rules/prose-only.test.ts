import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { proseOnly } from '../../src/lint/rules/prose-only.ts';
import { checkRule } from './check-rule.ts';

const test = suite('lint rules: prose-only');

test('a description that says so is reported, with the sibling it names', async () => {
  assert.equal(
    await checkRule(
      proseOnly,
      { properties: { city: { description: 'Where to. DEPRECATED: use `place`.' }, place: {} } },
      { city: 'Riga' },
    ),
    [
      {
        pointer: '/city',
        message: 'its `description` says that it is deprecated: DEPRECATED: use `place`.',
        replacement: 'place',
        isUncertain: true,
      },
    ],
  );
});
test('so is a title, a description in Markdown, and the message of other tools', async () => {
  const schema = {
    properties: {
      a: { title: 'Old name (deprecated)' },
      c: { markdownDescription: '**Deprecated.** Use [d](#d).' },
      d: { deprecationMessage: 'Write e.' },
      e: { 'x-deprecated': true },
      f: { 'x-deprecated': false },
    },
  };
  assert.equal(
    (await checkRule(proseOnly, schema, { a: 1, c: 1, d: 1, e: 1, f: 1 })).map(({ pointer, message }) => `${pointer} ${message}`).sort(),
    [
      '/a its `title` says that it is deprecated: Old name (deprecated)',
      '/c its `markdownDescription` says that it is deprecated: Deprecated.',
      '/e its `x-deprecated` says that it is deprecated',
    ],
  );
});
test('a comment is for the authors of the schema, and is not read', async () => {
  assert.equal(await checkRule(proseOnly, { properties: { city: { $comment: 'Deprecated.' } } }, { city: 1 }), []);
});
test('where `deprecated: true` says it, from whichever schema, there is nothing to add', async () => {
  assert.equal(await checkRule(proseOnly, { properties: { city: { description: 'Deprecated.', deprecated: true } } }, { city: 1 }), []);
  assert.equal(
    await checkRule(
      proseOnly,
      { allOf: [{ properties: { city: { deprecated: true } } }], properties: { city: { description: 'Deprecated.' } } },
      { city: 1 },
    ),
    [],
  );
});
test('a schema that says `deprecated: false` is believed', async () => {
  assert.equal(await checkRule(proseOnly, { properties: { city: { description: 'Deprecated.', deprecated: false } } }, { city: 1 }), []);
});
test('a missing field, and a branch that does not apply, say nothing', async () => {
  const city = { description: 'Deprecated.' };
  assert.equal(await checkRule(proseOnly, { properties: { city } }, { place: 1 }), []);
  assert.equal(
    await checkRule(
      proseOnly,
      { anyOf: [{ properties: { kind: { const: 'a' }, city } }, { properties: { kind: { const: 'b' } } }] },
      { kind: 'b', city: 1 },
    ),
    [],
  );
});
test('the deprecated value of an enumeration is reported where it is used', async () => {
  const schema = { properties: { mode: { oneOf: [{ const: 'fast' }, { const: 'quick', description: 'Deprecated: write fast.' }] } } };
  assert.equal(
    (await checkRule(proseOnly, schema, { mode: 'quick' })).map(({ pointer }) => pointer),
    ['/mode'],
  );
  assert.equal(await checkRule(proseOnly, schema, { mode: 'fast' }), []);
});
test('a place is reported once, and a long sentence is cut', async () => {
  const [only, ...more] = await checkRule(
    proseOnly,
    { properties: { city: { title: 'Deprecated.', description: `Deprecated: ${'x'.repeat(400)}` } } },
    { city: 1 },
  );
  assert.equal(more, []);
  const [long] = await checkRule(proseOnly, { properties: { city: { description: `Deprecated: ${'x'.repeat(400)}` } } }, { city: 1 });
  assert.is(long!.message.length, 'its `description` says that it is deprecated: '.length + 200);
  assert.ok(only);
});
test.run();
