import { type DescField, type DescMessage, equals, fromBinary, toBinary, toJson } from '@bufbuild/protobuf';
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { messageTypeOf } from '../../../src/resources/messages/message-fields.ts';
import { parseMessageJson } from '../../../src/resources/messages/parse-message-json.ts';
import { toProtobufDuration } from '../../../src/resources/messages/protobuf-duration.ts';
import { getMessageType } from '../../../src/resources/messages/message-types.ts';

const test = suite('mesh messages and their JSON');

const read = (name: string, json: unknown): unknown => {
  const type = getMessageType(name),
    parsed = parseMessageJson(type, json);
  return 'faults' in parsed ? parsed.faults[0] : { json: toJson(type, parsed.message), unknown: parsed.canonical.unknown };
};
const networking = (name: string) => `istio.networking.v1alpha3.${name}`;

test('both JSON names of a field are read', () => {
  for (const json of [{ exportTo: ['.'] }, { export_to: ['.'] }])
    assert.equal(read(networking('VirtualService'), json), { json: { exportTo: ['.'] }, unknown: [] });
});
test('a number may be a string; a string may not be a number', () => {
  assert.equal(read(networking('Port'), { number: '80' }), { json: { number: 80 }, unknown: [] });
  assert.equal(read(networking('Port'), { number: 80.5 }), {
    fault: 'expected a whole number from 0 to 4294967295, found 80.5',
    pointer: '/number',
  });
  assert.equal(read(networking('Port'), { name: 1 }), { fault: 'expected a text, found 1', pointer: '/name' });
});
test('null counts as absent', () => {
  assert.equal(read(networking('HTTPRoute'), { retries: null, timeout: null, route: null, name: null }), { json: {}, unknown: [] });
});
test('an unknown name of an enumeration is a fault; a number is read', () => {
  assert.equal(read(networking('ClientTLSSettings'), { mode: 'STRICT' }), {
    fault: 'expected one of DISABLE, SIMPLE, MUTUAL, ISTIO_MUTUAL, found "STRICT"',
    pointer: '/mode',
  });
  assert.equal(read(networking('ClientTLSSettings'), { mode: 3 }), { json: { mode: 'ISTIO_MUTUAL' }, unknown: [] });
});
test('two members of a oneof are a fault at their parent', () => {
  assert.equal(read(networking('VirtualService'), { http: [{}, { match: [{ uri: { exact: 'a', prefix: 'b' } }] }] }), {
    fault: 'exact and prefix exclude each other: write one of them',
    pointer: '/http/1/match/0/uri',
  });
});
test('the pointer of a fault includes lists and maps, with ~ and / escaped', () => {
  assert.equal(read(networking('VirtualService'), { hosts: ['a', 2] }), { fault: 'expected a text, found 2', pointer: '/hosts/1' });
  assert.equal(read(networking('HTTPMatchRequest'), { headers: { 'a/b~c': { exact: [] } } }), {
    fault: 'expected a text, found []',
    pointer: '/headers/a~1b~0c/exact',
  });
  assert.equal(read(networking('HTTPRoute'), { timeout: 5 }), {
    fault: 'expected a duration, such as 5s or 100ms, found 5',
    pointer: '/timeout',
  });
  assert.equal(read(networking('HTTPRoute'), { retries: 3 }), {
    fault: 'expected the fields of istio.networking.v1alpha3.HTTPRetry, found 3',
    pointer: '/retries',
  });
});
test('unknown members are tolerated at any depth', () => {
  assert.equal(read(networking('Gateway'), { servers: [{ port: { number: 80, x: 1 }, y: {} }], z: [1] }), {
    json: { servers: [{ port: { number: 80 } }] },
    unknown: ['/servers/0/port/x', '/servers/0/y', '/z'],
  });
});
test('a Struct keeps its members unchanged', () => {
  const value = { name: 'x', list: [1, 'a', null, true, { 'b.c': {} }], unknown_here: 0.5 };
  assert.equal(read(networking('EnvoyFilter.Patch'), { value }), { json: { value }, unknown: [] });
});
for (const [text, expected] of [
  ['5s', '5s'],
  ['100ms', '0.1s'],
  ['1m30s', '90s'],
  ['1h', '3600s'],
  ['1.5h', '5400s'],
  ['-2s', '-2s'],
  ['+2s', '2s'],
  ['0s', '0s'],
  ['250us', '0.00025s'],
  ['1ns', '0.000000001s'],
  ['0.5s', '0.5s'],
  ['5', undefined],
  ['', undefined],
  ['s', undefined],
  ['-', undefined],
  ['5 s', undefined],
  ['5S', undefined],
  ['1d', undefined],
  ['5s;', undefined],
] as const)
  test(`the duration ${JSON.stringify(text)} is ${expected ?? 'invalid'}`, () => {
    assert.is(toProtobufDuration(text), expected);
  });

/** Arbitrary JSON for fields of each scalar type. */
const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: fc.string(),
  bool: fc.boolean(),
  number: fc.integer({ min: 0, max: 1000 }),
  bytes: fc.base64String(),
};
const scalarOf = (type: number | undefined): fc.Arbitrary<unknown> =>
  type === 9 ? scalars['string']! : type === 8 ? scalars['bool']! : type === 12 ? scalars['bytes']! : scalars['number']!;
const special: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'google.protobuf.Duration': fc.integer({ min: 0, max: 10_000_000 }).map((ms) => `${ms}ms`),
  'google.protobuf.Timestamp': fc.constant('2026-01-02T03:04:05Z'),
  'google.protobuf.Struct': fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
  'google.protobuf.BoolValue': fc.boolean(),
  'google.protobuf.UInt32Value': fc.nat(),
  'google.protobuf.Int64Value': fc.nat().map(String),
};
const valueOf = (field: DescField, depth: number): fc.Arbitrary<unknown> => {
  const inner = messageTypeOf(field);
  if (inner) return special[inner.typeName] ?? jsonOf(inner, depth - 1);
  return field.enum ? fc.constantFrom(...field.enum.values.map(({ name }) => name)) : scalarOf(field.scalar);
};
const jsonOf = (type: DescMessage, depth: number): fc.Arbitrary<Record<string, unknown>> => {
  const chosen = type.fields.filter(
    (field) => (depth > 0 || !messageTypeOf(field)) && (field.oneof === undefined || field.oneof.fields[0] === field),
  );
  return fc.record(
    Object.fromEntries(
      chosen.map((field) => {
        const one = valueOf(field, depth);
        return [
          field.jsonName,
          field.fieldKind === 'list'
            ? fc.array(one, { maxLength: 2 })
            : field.fieldKind === 'map'
              ? fc.dictionary(field.mapKey === 9 ? fc.string() : fc.nat().map(String), one, { maxKeys: 2 })
              : one,
        ];
      }),
    ),
    { requiredKeys: [] },
  );
};
for (const name of [
  networking('VirtualService'),
  networking('DestinationRule'),
  networking('Gateway'),
  networking('EnvoyFilter'),
  networking('Sidecar'),
  networking('ServiceEntry'),
  'istio.security.v1beta1.AuthorizationPolicy',
  'istio.security.v1beta1.PeerAuthentication',
  'istio.rbac.v1alpha1.ServiceRoleBinding',
  'istio.policy.v1beta1.Rule',
  'istio.mixer.v1.config.client.HTTPAPISpec',
  'istio.mesh.v1alpha1.MeshConfig',
  'k8s.io.api.core.v1.ServiceSpec',
]) {
  test(`${name} survives a round trip through bytes and through JSON`, () => {
    const type = getMessageType(name);
    fc.assert(
      fc.property(jsonOf(type, 4), (json) => {
        const parsed = parseMessageJson(type, json);
        if ('faults' in parsed) throw new Error(`${parsed.faults[0].pointer}: ${parsed.faults[0].fault}`);
        assert.ok(equals(type, fromBinary(type, toBinary(type, parsed.message)), parsed.message));
        const parsedAgain = parseMessageJson(type, toJson(type, parsed.message));
        assert.ok(
          'message' in parsedAgain && parsedAgain.canonical.unknown.length === 0 && equals(type, parsedAgain.message, parsed.message),
        );
      }),
      { numRuns: runs(60) },
    );
  });
}
test('any JSON gives a message or a fault', () => {
  const type = getMessageType(networking('VirtualService'));
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (json) => {
      assert.type(parseMessageJson(type, { http: json, hosts: json, tls: [json] }), 'object');
      assert.type(parseMessageJson(type, json), 'object');
    }),
  );
});
test.run();
