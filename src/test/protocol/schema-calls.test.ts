import * as assert from 'uvu/assert';
import { servedSuite } from './support/served.ts';

const { test, served, client } = await servedSuite('protocol schema calls');

test('the environment names address, protocol and process', () => {
  assert.equal(JSON.parse(served.environment), {
    'terraform.local/test/fixture': {
      Protocol: 'grpc',
      ProtocolVersion: 6,
      Pid: process.pid,
      Test: true,
      Addr: { Network: 'unix', String: served.address.at },
    },
  });
});

test('GetMetadata names everything there is, and the capabilities', async () => {
  assert.equal(await client.call('GetMetadata'), {
    server_capabilities: {
      plan_destroy: true,
      get_provider_schema_optional: true,
      move_resource_state: true,
      generate_resource_config: true,
    },
    diagnostics: [],
    data_sources: [{ type_name: 'fixture_greeting' }],
    resources: [{ type_name: 'fixture_note' }],
    functions: [{ name: 'join' }, { name: 'same' }, { name: 'crash' }],
    ephemeral_resources: [{ type_name: 'fixture_ticket' }],
    list_resources: [{ type_name: 'fixture_note' }],
    state_stores: [{ type_name: 'fixture_shelf' }],
    actions: [{ type_name: 'fixture_ring' }],
  });
});

test('GetProviderSchema says attributes, nesting, deprecation, write-only and capabilities', async () => {
  const schema = await client.call('GetProviderSchema');
  assert.equal(schema.server_capabilities, {
    plan_destroy: true,
    get_provider_schema_optional: true,
    move_resource_state: true,
    generate_resource_config: true,
  });
  const { version, block } = schema.resource_schemas.fixture_note;
  assert.is(version, 2);
  assert.is(block.description, 'A note.');
  assert.is(block.description_kind, 1);
  const by = Object.fromEntries(block.attributes.map((one: any) => [one.name, one]));
  assert.equal(
    { ...by.loud, type: by.loud.type.toString() },
    {
      name: 'loud',
      type: '"bool"',
      description: 'Whether it shouts.',
      required: false,
      optional: true,
      computed: false,
      sensitive: false,
      description_kind: 1,
      deprecated: true,
      nested_type: null,
      write_only: false,
      deprecation_message: 'Write in capitals instead.',
    },
  );
  assert.is(by.labels.type.toString(), '["map","string"]');
  assert.is(by.key_wo.write_only, true);
  assert.is(by.pin.sensitive, true);
  assert.is(by.lines.type.length, 0);
  assert.is(by.lines.nested_type.nesting, 2);
  assert.equal(
    by.lines.nested_type.attributes.map(({ name, required, computed }: any) => [name, required, computed]),
    [
      ['number', false, true],
      ['text', true, false],
    ],
  );
  assert.is(by.place.nested_type.nesting, 1);
  assert.equal(Object.keys(schema.action_schemas), ['fixture_ring']);
  assert.is(schema.action_schemas.fixture_ring.schema.block.attributes[0].name, 'times');
  assert.equal(Object.keys(schema.list_resource_schemas), ['fixture_note']);
  assert.equal(Object.keys(schema.ephemeral_resource_schemas), ['fixture_ticket']);
  const { join: joined } = schema.functions;
  assert.equal(
    [joined.parameters[0].name, joined.variadic_parameter.name, joined.return.type.toString()],
    ['separator', 'texts', '"string"'],
  );
  assert.equal((await client.call('GetFunctions')).functions, schema.functions);
});

test('GetResourceIdentitySchemas says what names an object', async () => {
  const {
    identity_schemas: { fixture_note: schema },
  } = await client.call('GetResourceIdentitySchemas');
  assert.is(schema.version, 1);
  assert.equal(
    schema.identity_attributes.map((one: any) => ({ ...one, type: one.type.toString() })),
    [{ name: 'id', type: '"string"', required_for_import: true, optional_for_import: false, description: 'Its ID.' }],
  );
});

test.run();
