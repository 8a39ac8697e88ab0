import * as assert from 'uvu/assert';
import { value, valueOf } from './client.ts';
import { note, servedSuite } from './support/served.ts';

const { test, client, fresh } = await servedSuite('protocol calls');

test('a resource is created, read, listed and imported by its identity', async () => {
  const config = note({ title: 'One', key_wo: 'canary-key' });
  const planned = await client.call('PlanResourceChange', {
    type_name: 'fixture_note',
    prior_state: value(null),
    proposed_new_state: value(note({ title: 'One' })),
    config: value(config),
  });
  assert.equal(planned.diagnostics, []);
  assert.is(valueOf(planned.planned_state).title, 'One');
  assert.equal(valueOf(planned.planned_state).id.type, 0);
  const applied = await client.call('ApplyResourceChange', {
    type_name: 'fixture_note',
    prior_state: value(null),
    planned_state: planned.planned_state,
    config: value(config),
    planned_private: planned.planned_private,
  });
  assert.equal(valueOf(applied.new_state), note({ title: 'One', id: 'note-one', body: 'About One', key_length: 10, writes: 1 }));
  assert.equal(valueOf(applied.new_identity.identity_data), { id: 'note-one' });
  assert.is(applied.private.toString(), '{"writes":1}');

  const read = await client.call('ReadResource', {
    type_name: 'fixture_note',
    current_state: applied.new_state,
    private: applied.private,
    current_identity: applied.new_identity,
  });
  assert.equal(valueOf(read.new_state), valueOf(applied.new_state));
  assert.equal(valueOf(read.new_identity.identity_data), { id: 'note-one' });
  assert.is(read.private.toString(), '{"writes":1}');

  const imported = await client.call('ImportResourceState', {
    type_name: 'fixture_note',
    identity: { identity_data: value({ id: 'note-one' }) },
  });
  assert.equal(
    imported.imported_resources.map(({ type_name, state, identity }: any) => [
      type_name,
      valueOf(state).id,
      valueOf(identity.identity_data),
    ]),
    [['fixture_note', 'note-one', { id: 'note-one' }]],
  );

  const listed = await client.all('ListResource', {
    type_name: 'fixture_note',
    config: value({ prefix: 'note' }),
    include_resource_object: true,
    limit: 10,
  });
  assert.equal(
    listed.map(({ identity, display_name, resource_object, diagnostic }) => [
      valueOf(identity.identity_data),
      display_name,
      valueOf(resource_object).body,
      valueOf(resource_object).key_wo,
      diagnostic,
    ]),
    [[{ id: 'note-one' }, 'One', 'About One', null, []]],
  );
  const without = await client.all('ListResource', { type_name: 'fixture_note', config: value(null), limit: 10 });
  assert.equal(
    without.map(({ resource_object }) => resource_object ?? null),
    [null],
  );
});

test('a planned identity is the one the object has', async () => {
  const planned = await client.call('PlanResourceChange', {
    type_name: 'fixture_note',
    prior_state: value(note({ title: 'One', id: 'note-one' })),
    proposed_new_state: value(note({ title: 'One', id: 'note-one' })),
    config: value(note({ title: 'One' })),
    prior_identity: { identity_data: value({ id: 'note-one' }) },
  });
  assert.equal(valueOf(planned.planned_identity.identity_data), { id: 'note-one' });
});

test('a list ends at its limit, and a fault in the middle is its last answer', async () => {
  for (const title of ['A', 'B', 'C']) {
    await client.call('ApplyResourceChange', {
      type_name: 'fixture_note',
      prior_state: value(null),
      planned_state: value(note({ title })),
      config: value(note({ title })),
    });
  }
  assert.equal(
    (await client.all('ListResource', { type_name: 'fixture_note', config: value({ prefix: null }), limit: 2 })).map(
      ({ display_name }) => display_name,
    ),
    ['A', 'B'],
  );
  const [only] = await client.all('ListResource', { type_name: 'fixture_other', config: value(null), limit: 2 });
  assert.is(only.diagnostic[0].summary, 'The provider failed in ListResource of fixture_other');
  assert.equal(
    (await client.call('ValidateListResourceConfig', { type_name: 'fixture_note', config: value({ prefix: '' }) })).diagnostics.map(
      ({ summary }: any) => summary,
    ),
    ['Empty prefix'],
  );
});

test('an action is validated, planned and invoked, and tells of its progress', async () => {
  assert.equal((await client.call('ValidateActionConfig', { type_name: 'fixture_ring', config: value({ times: 4 }) })).diagnostics, [
    { severity: 1, summary: 'Too loud', detail: 'At most 3.', attribute: { steps: [{ attribute_name: 'times' }] } },
  ]);
  assert.equal((await client.call('PlanAction', { action_type: 'fixture_ring', config: value({ times: 2 }) })).diagnostics, []);
  const events = await client.all('InvokeAction', { action_type: 'fixture_ring', config: value({ times: 2 }) });
  assert.equal(
    events.map(
      ({ progress, completed }) => progress?.message ?? completed.diagnostics.map(({ severity, summary }: any) => [severity, summary]),
    ),
    ['ring 1', 'ring 2', [[2, 'Rung']]],
  );
});

test('state of an older version is upgraded; the flat form of Terraform 0.11 is refused by name', async () => {
  const old = await client.call('UpgradeResourceState', {
    type_name: 'fixture_note',
    version: 1,
    raw_state: { json: Buffer.from('{"id":"note-old","name":"Old","gone":true,"weight":12345678901234567890}') },
  });
  assert.equal(old.diagnostics, []);
  assert.equal(valueOf(old.upgraded_state), note({ id: 'note-old', title: 'Old', weight: '12345678901234567890' }));
  const flat = await client.call('UpgradeResourceState', { type_name: 'fixture_note', version: 0, raw_state: { flatmap: { id: 'x' } } });
  assert.match(flat.diagnostics[0].detail, 'the state of fixture_note is in the flat form of Terraform 0.11');
});

test('an identity of today stays what it is, and one of another version is refused', async () => {
  const today = await client.call('UpgradeResourceIdentity', {
    type_name: 'fixture_note',
    version: 1,
    raw_identity: { json: Buffer.from('{"id":"note-one"}') },
  });
  assert.equal(valueOf(today.upgraded_identity.identity_data), { id: 'note-one' });
  const other = await client.call('UpgradeResourceIdentity', {
    type_name: 'fixture_note',
    version: 0,
    raw_identity: { json: Buffer.from('{"id":"note-one"}') },
  });
  assert.match(other.diagnostics[0].detail, 'an identity of version 0 cannot be read; this provider knows version 1');
});
test('an object without an identity, which engines since Terraform 1.15 ask about as well, gets none', async () => {
  for (const raw_identity of [undefined, {}, { json: Buffer.alloc(0) }, { json: Buffer.from('null') }]) {
    const { upgraded_identity, diagnostics } = await client.call('UpgradeResourceIdentity', {
      type_name: 'fixture_note',
      version: 0,
      raw_identity,
    });
    assert.equal([upgraded_identity ?? null, diagnostics], [null, []]);
  }
});

test('an object moves from a type that is taken over, and from no other', async () => {
  const from = (source_type_name: string) =>
    client.call('MoveResourceState', {
      source_provider_address: 'terraform.io/builtin/terraform',
      source_type_name,
      target_type_name: 'fixture_note',
      source_state: { json: Buffer.from('{"input":"words"}') },
    });
  assert.is(valueOf((await from('terraform_data')).target_state).body, 'words');
  assert.is((await from('other')).diagnostics[0].summary, 'Only terraform_data');
  const one = fresh({ move: undefined });
  const refused = await one.call('MoveResourceState', {
    source_provider_address: 'a/b/c',
    source_type_name: 'x_y',
    target_type_name: 'fixture_note',
    source_state: { json: Buffer.from('{}') },
  });
  assert.is(refused.diagnostics[0].summary, 'fixture_note cannot take over a x_y');
  one.close();
});

test('an ephemeral resource opens, renews without a renewal of its own, and closes', async () => {
  const opened = await client.call('OpenEphemeralResource', { type_name: 'fixture_ticket', config: value({ name: 'joe', ticket: null }) });
  assert.equal(valueOf(opened.result), { name: 'joe', ticket: 'ticket-for-joe' });
  assert.is(opened.private.toString(), 'stub');
  assert.ok(Math.abs(opened.renew_at.seconds - Date.now() / 1000 - 3600) < 60);
  assert.is(
    (await client.call('RenewEphemeralResource', { type_name: 'fixture_ticket', private: opened.private })).private.toString(),
    'stub',
  );
  assert.equal(await client.call('CloseEphemeralResource', { type_name: 'fixture_ticket', private: opened.private }), { diagnostics: [] });
});

test('a function answers, and says which argument is wrong', async () => {
  const call = (name: string, ...given: unknown[]) => client.call('CallFunction', { name, arguments: given.map(value) });
  assert.is(valueOf((await call('join', '-', 'a', 'b')).result), 'a-b');
  assert.equal((await call('join', '', 'a')).error, { text: 'separator must not be empty', function_argument: 0 });
  assert.match((await call('nothing')).error.text, 'this provider has no function "nothing"');
  assert.match((await call('join', 7)).error.text, 'expected "string", found number');
});

test.run();
