import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bool, listOf, mapOf, object, optional, required, setOf, string, unknown } from '@slipway/declarations/declare';
import { jsonSchema } from '@slipway/declarations/derive';
import { deprecationWarnings } from '../../provider/deprecation-warnings.ts';
import { makeProvider } from '../../provider/provider.ts';
import { providerBlock } from '../../provider/provider-section.ts';
import { withSchema } from '@slipway/test-support/with-schema';

const test = suite('what a plan says of deprecated fields');

const slot = object({ lid: optional(bool, 'A lid.', { deprecated: 'Use `cover`.' }), cover: optional(bool, 'A cover.') });
const crate = {
  form: 'resource',
  name: 'crate',
  doc: 'A crate.',
  attributes: {
    name: required(string, 'Its name.'),
    colour: optional(string, 'Its colour.', { deprecated: 'Use `paint`.' }),
    slots: optional(listOf(slot), 'Its slots.'),
    labelled: optional(mapOf(slot), 'By label.'),
    loose: optional(setOf(slot), 'In no order.'),
    marks: optional(setOf(object({ text: optional(string, 'A text.') })), 'Marks.'),
  },
};
const values = (config: object, of: any = crate, schema: object = jsonSchema(of)) =>
  withSchema(of, schema, () => deprecationWarnings(of, config as never));
const colour = { severity: 'warning', path: ['colour'], summary: '"colour" is deprecated', detail: 'Use `paint`.' };

test('a field that is written is warned about, with its path', async () =>
  assert.equal(await values({ name: 'a', colour: 'red' }), [colour]));
test('a deprecated field with an unknown value is reported as well', async () =>
  assert.equal(await values({ name: unknown, colour: unknown }), [colour]));
test('null is silence in a configuration, at every depth', async () =>
  assert.equal(
    await values({
      name: 'a',
      colour: null,
      slots: [{ lid: null, cover: true }],
      labelled: { x: { lid: null, cover: null } },
      loose: null,
    }),
    [],
  ));
test('deep in lists and maps, by index and key', async () => {
  const [first, second] = await values({ name: 'a', slots: [{ cover: true }, { lid: true }], labelled: { 'a.b': { lid: unknown } } });
  assert.equal(first, { severity: 'warning', path: ['slots', 1, 'lid'], summary: '"slots[1].lid" is deprecated', detail: 'Use `cover`.' });
  assert.equal(second, {
    severity: 'warning',
    path: ['labelled', { key: 'a.b' }, 'lid'],
    summary: '"labelled["a.b"].lid" is deprecated',
    detail: 'Use `cover`.',
  });
});
test('elements of a set have no place: the set is named, once', async () =>
  assert.equal(await values({ name: 'a', loose: [{ lid: true }, { lid: false }] }), [
    { severity: 'warning', path: ['loose'], summary: '"lid" of an element of "loose" is deprecated', detail: 'Use `cover`.' },
  ]));
test('an unknown list is no reason to warn', async () =>
  assert.equal(await values({ name: 'a', slots: unknown, labelled: { x: unknown } }), []));
test('a configuration that is wrong elsewhere is warned about what is certain', async () =>
  assert.equal(await values({ colour: 'red', stranger: 1 }), [colour]));
test('what depends on a value that is not known yet is not said', async () => {
  const schema = {
    if: { properties: { name: { const: 'a' } } },
    then: { properties: { colour: { deprecated: true, 'x-deprecation-message': 'Use `paint`.' } } },
  };
  assert.equal(await values({ name: 'a', colour: 'red' }, crate, schema), [colour]);
  assert.equal(await values({ name: 'b', colour: 'red' }, crate, schema), []);
  assert.equal(await values({ name: unknown, colour: 'red' }, crate, schema), []);
  const otherwise = { if: schema.if, else: schema.then };
  assert.equal(await values({ name: 'b', colour: 'red' }, crate, otherwise), [colour]);
  assert.equal(await values({ name: unknown, colour: 'red' }, crate, otherwise), []);
});
test('a block that is deprecated itself', async () =>
  assert.equal(await values({ name: 'a' }, { ...crate, deprecated: 'Use `slipway_box`.' }), [
    { severity: 'warning', path: [], summary: 'The resource "crate" is deprecated', detail: 'Use `slipway_box`.' },
  ]));
test('data sources, actions and the provider block are asked like resources', async () => {
  const { dataSources, actions, validate } = makeProvider({ version: '0', environment: {}, log: () => {} });
  const schema = (name: string, ...path: string[]): object =>
    path.reduceRight<object>((inner, step) => ({ properties: { [step]: inner } }), {
      properties: { [name]: { deprecated: true, 'x-deprecation-message': 'Leave it out.' } },
    });
  const warning = (...path: string[]) => ({
    severity: 'warning',
    path,
    summary: `"${path.join('.')}" is deprecated`,
    detail: 'Leave it out.',
  });
  assert.equal(
    await withSchema({ form: 'data source', name: 'workspace' }, schema('name'), () =>
      dataSources['slipway_workspace']!.validate({ name: 'a' }),
    ),
    [warning('name')],
  );
  assert.equal(
    await withSchema({ form: 'action', name: 'workspace_lock' }, schema('reason'), () =>
      actions['slipway_workspace_lock']!.validate({ workspace_id: 'ws-a', reason: 'x' }),
    ),
    [warning('reason')],
  );
  assert.equal(await withSchema(providerBlock, schema('token', 'ci'), () => validate({ ci: { token: 'x' } })), [warning('ci', 'token')]);
});
test.run();
