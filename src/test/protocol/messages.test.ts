import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import type protobuf from 'protobufjs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rpcs } from '../../protocol/rpc/index.ts';
import { stateStoreRpcs } from '../../protocol/rpc/state-stores/index.ts';
import { messages, oracleDecode, oracleEncode, root } from './support/oracle.ts';
import { withMessage } from '@slipway/test-support/with-message';

const test = suite('protocol messages, held against protobufjs');

/** What this side leaves unread or never says, by message; everything else of protocol 6 has its row. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  'GetProviderSchema.Response': ['provider_meta'],
  'ConfigureProvider.Request': ['client_capabilities'],
  'ReadResource.Request': ['provider_meta'],
  // The private data of a plan follows from the prior private data: a second plan needs no first one.
  'PlanResourceChange.Request': ['provider_meta', 'planned_private'],
  'PlanResourceChange.Response': ['legacy_type_system'],
  'ApplyResourceChange.Request': ['provider_meta'],
  'ApplyResourceChange.Response': ['legacy_type_system'],
  'MoveResourceState.Request': ['source_private', 'source_identity', 'source_identity_schema_version'],
  'ReadDataSource.Request': ['provider_meta'],
  'ValidateListResourceConfig.Request': ['include_resource_object', 'limit'],
  'InvokeAction.Request': ['client_capabilities'],
};
/** Inside other messages. */
const neverSaid = new Set(['block_types', 'generate_resource_config']);

const service = root.lookupService('tfplugin6.Provider');
const pairs = [...rpcs, ...stateStoreRpcs].flatMap(({ name, request, response }) => [
  { type: service.methods[name]!.requestType, table: request },
  { type: service.methods[name]!.responseType, table: response },
]);

/** Both readings as one shape: maps become objects, buffers hexadecimal, what is absent null, and what is left out goes. */
const plain = (value: unknown, out: readonly string[] = []): unknown => {
  if (value === undefined || value === null) return null;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map((one) => plain(one));
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, one]) => [key, plain(one)]));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, one]) => !out.includes(key) && !neverSaid.has(key) && one !== undefined && one !== null)
      .map(([key, one]) => [key, plain(one)]),
  );
};

for (const { type, table } of pairs) {
  const oracle = root.lookupType(`tfplugin6.${type}`) as protobuf.Type;
  const out = leftOut[type] ?? [];

  test(`${type} has a row for every field but ${out.join(', ') || 'none'}`, () => {
    assert.equal(
      Object.keys(table.decode(Buffer.alloc(0))).sort(),
      oracle.fieldsArray
        .map(({ name }) => name)
        .filter((name) => !out.includes(name))
        .sort(),
    );
  });

  test(`${type} is read as protobufjs reads it, and written so that it reads the same`, () => {
    fc.assert(
      fc.property(messages(oracle), (value) => {
        const bytes = oracleEncode(type, value);
        const expected = plain(oracleDecode(type, bytes), out);
        const decoded = table.decode(bytes);
        assert.equal(plain(decoded), expected);
        assert.equal(plain(oracleDecode(type, table.encode(decoded)), out), expected);
      }),
      { numRuns: runs(30) },
    );
  });
}

test('a cut message is refused, not guessed at', () => {
  const { request } = rpcs.find(({ name }) => name === 'ReadResource')!;
  const bytes = oracleEncode('ReadResource.Request', { type_name: 'fixture_note', current_state: { msgpack: Buffer.from('80', 'hex') } });
  for (let end = 1; end < bytes.length; end++) {
    if (end === 14) continue; // exactly behind type_name: a whole message
    assert.throws(() => request.decode(bytes.subarray(0, end)), withMessage('the message ends in the middle of a field'));
  }
});

test('ReadResource.Request is these bytes', () => {
  const { request } = rpcs.find(({ name }) => name === 'ReadResource')!;
  const bytes = Buffer.from('0a0c666978747572655f6e6f7465' + '1203' + '0a0180' + '1a02abcd', 'hex');
  const { type_name, current_state, private: kept } = request.decode(bytes);
  assert.equal([type_name, current_state.msgpack.toString('hex'), kept.toString('hex')], ['fixture_note', '80', 'abcd']);
  assert.is(
    request
      .encode({ type_name: 'fixture_note', current_state: { msgpack: Buffer.from([0x80]) }, private: Buffer.from([0xab, 0xcd]) })
      .toString('hex'),
    bytes.toString('hex'),
  );
});

test('negative numbers take ten bytes, as int64 does', () => {
  const { response } = rpcs.find(({ name }) => name === 'OpenEphemeralResource')!;
  assert.is(response.encode({ renew_at: { seconds: -1 } }).toString('hex'), '120b08ffffffffffffffffff01');
  assert.is(response.decode(Buffer.from('120b08ffffffffffffffffff01', 'hex')).renew_at.seconds, -1);
});

test.run();
