import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  bool,
  computed,
  id,
  listOf,
  mapOf,
  object,
  optional,
  required,
  resource,
  setOf,
  string,
  toOneRelationship,
} from '@slipway/declarations/declare';
import { jsonSchema } from '@slipway/declarations/derive';
import { jsonApi } from '@slipway/declarations/dialects';
import { toHostedPointer } from '@slipway/declarations/dialects/hosted-dialect';
import { matchRoutesToDocuments, createDeprecationFinder } from '../../src/pipeline/deprecations.ts';
import { route } from '../../src/http/route.ts';
import { withSchema } from '@slipway/test-support/with-schema';

const test = suite('what a service says of deprecated fields');

const slot = object({
  old_lid: optional(bool, 'A lid.', { deprecated: 'Use `new_lid`.' }),
  new_lid: optional(bool, 'A lid.'),
  size: optional(string, 'How large.'),
});
const crate = resource('crate', {
  service: 'workspaces',
  doc: 'A crate.',
  type: 'crates',
  imports: ['{id}'],
  endpoints: { create: 'POST /yards/{yard}/crates', update: 'PATCH /crates/{id}' },
  attributes: {
    id: computed(id('crate'), 'Its ID.'),
    yard: required(string, 'Where.', { pathParameter: true }),
    name: optional(string, 'Its name.', { deprecated: 'Crates need no name.' }),
    engine_version: optional(string, 'Which engine.', { deprecated: 'Use `slots`.' }),
    owner_id: optional(id('user'), 'Whose.', { deprecated: 'Use `name`.', at: toOneRelationship('owner', 'users') }),
    slots: optional(listOf(slot), 'Its slots.'),
    labelled: optional(mapOf(slot), 'Its slots, by label.'),
    loose: optional(setOf(slot), 'Its slots, in no order.'),
    built: optional(
      object({
        by: optional(string, 'By whom.', { deprecated: 'Use `name`.', at: 'maker.name' }),
        on: optional(string, 'When.', { at: 'maker.day' }),
      }),
      'How it was made.',
    ),
    weight: computed(string, 'How heavy.', { deprecated: 'Weigh it.' }),
  },
});
const nothing = async () => ({ status: 200 });
const update = async () => ({ status: 200 });
const [make, byId, byName, other] = [
  route('POST /yards/{yard_name}/crates', nothing),
  route('PATCH /crates/{crate_id}', update),
  route('PUT|PATCH /yards/{yard_name}/crates/{name}', update),
  route('POST /crates/{crate_id}/actions/drop', async () => ({ status: 200 })),
];
const documents = { block: crate, endpoints: ['POST /yards/{yard}/crates', 'PATCH /crates/{id}'] as const };
const tell = createDeprecationFinder(jsonApi, [make, byId, byName, other], [documents]);
const document = (attributes: unknown, relationships?: unknown) => ({
  data: { type: 'crates', attributes, ...(relationships === undefined ? {} : { relationships }) },
});
const told = (body: unknown, on = make, spell = (pointer: string) => pointer) =>
  withSchema(crate, jsonSchema(crate), () => tell(on, body, spell));

test("the routes of its rows take a resource's documents, and what answers with the same code", () => {
  assert.equal(
    [...matchRoutesToDocuments([make, byId, byName, other], [documents]).keys()].map(({ endpoint: row }) => row),
    ['POST /yards/{yard_name}/crates', 'PATCH /crates/{crate_id}', 'PUT|PATCH /yards/{yard_name}/crates/{name}'],
  );
});
test('on every one of them, and on no other', async () => {
  const body = document({ name: 'a' });
  assert.equal(await told(body, byId), ['"name" is deprecated: Crates need no name.']);
  assert.equal(await told(body, byName), ['"name" is deprecated: Crates need no name.']);
  assert.equal(await told(body, other), []);
});
test('a name that the wire spells in another way is reported, as is what the message quotes', async () => {
  assert.equal(await told(document({ 'engine-version': '1' })), [
    '"engine_version" is deprecated: Use `slots`. (`engine_version` is `engine-version` here)',
  ]);
  assert.equal(await told(document({ 'engine-version': '1' }), make, toHostedPointer), [
    '"engine_version" is deprecated: Use `slots`. (`engine_version` is `terraform-version` here)',
  ]);
});
test('deep in lists, maps and sets', async () => {
  assert.equal(await told(document({ slots: [{ size: 'xl' }, { 'old-lid': true }] })), [
    '"slots[1].old_lid" is deprecated: Use `new_lid`. (`old_lid` is `old-lid`, `new_lid` is `new-lid` here)',
  ]);
  assert.equal(await told(document({ labelled: { 'a.b': { 'old-lid': true } } })), [
    '"labelled["a.b"].old_lid" is deprecated: Use `new_lid`. (`old_lid` is `old-lid`, `new_lid` is `new-lid` here)',
  ]);
  assert.equal(await told(document({ loose: [{ 'old-lid': true }, { 'old-lid': false, size: 's' }] })), [
    '"old_lid" of an element of "loose" is deprecated: Use `new_lid`.',
  ]);
});
test('a relationship', async () => {
  assert.equal(await told(document({}, { owner: { data: { type: 'users', id: 'user-1' } } })), [
    '"owner_id" is deprecated: Use `name`. (`owner_id` is `owner` here)',
  ]);
  assert.equal(
    await told(document({}, { owner: { data: [null] } })),
    ['"owner_id" is deprecated: Use `name`. (`owner_id` is `owner` here)'],
    'malformed, and meant',
  );
  assert.equal(await told(document({}, { owner: { links: { related: '/users/1' } } })), []);
});
test('null is said, and what is absent is not', async () => {
  assert.equal(await told(document({ name: null })), ['"name" is deprecated: Crates need no name.']);
  assert.equal(await told(document({})), []);
  assert.equal(await told(document({ name: undefined })), []);
  assert.equal(await told(document({ built: { maker: { name: 'x' } } })), [
    '"built.by" is deprecated: Use `name`. (`by` is `maker.name` here)',
  ]);
  assert.equal(await told(document({ built: { maker: { day: 'monday' } } })), [], 'decoding says null of the name, which was not sent');
});
test('what only the service decides is ignored, as people send back what they read', async () => {
  assert.equal(await told(document({ weight: '1 kg' })), []);
});
test('each document of a list, each sentence once', async () => {
  assert.equal(await told({ data: [{ type: 'crates', attributes: { name: 'a' } }, { type: 'crates', attributes: { name: 'b' } }, null] }), [
    '"name" is deprecated: Crates need no name.',
  ]);
});
test('what is no document says nothing', async () => {
  for (const body of [
    undefined,
    null,
    'a',
    [],
    {},
    { data: null },
    { data: 3 },
    document(null),
    document('x'),
    document({ slots: 'x', labelled: [1], loose: { a: 1 } }, 'x'),
  ])
    assert.equal(await told(body), [], JSON.stringify(body));
});
test('a key as long as its sender likes does not push the message out', async () => {
  const [sentence] = await told(document({ labelled: { ['k'.repeat(5000)]: { 'old-lid': true } } }));
  assert.is(
    sentence,
    `"labelled["${'k'.repeat(89)}…${'k'.repeat(74)}"].old_lid" is deprecated: Use \`new_lid\`. (\`old_lid\` is \`old-lid\`,` +
      ' `new_lid` is `new-lid` here)',
  );
});
test('a document nested deeper than the stack is looked at no deeper than it is declared', async () => {
  const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as unknown;
  assert.equal(await told(document({ name: deep, labelled: deep })), ['"name" is deprecated: Crates need no name.']);
});
test.run();
