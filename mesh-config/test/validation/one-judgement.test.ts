import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { schedule } from '@slipway/test-support/scale';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBodyEncoder } from '../../src/mcp/body-encoder.ts';
import { ConversionError } from '../../src/mcp/conversion-error.ts';
import { kinds } from '../../src/resources/kinds/kinds.ts';
import type { Kind } from '../../src/resources/kinds/kind.ts';
import { messageTypeOf } from '../../src/resources/messages/message-fields.ts';
import { getMessageType } from '../../src/resources/messages/message-types.ts';
import { compileBuiltinSchemas } from '../../src/resources/schemas/compile-builtin-schemas.ts';
import { reviewRequest } from '../../src/validation/reviews/review-request.ts';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';

const test = suite('mesh-config validation: one judgement with the server');

const builtin = await compileBuiltinSchemas();
const review = ({ group, version, kind }: Kind, spec: unknown) =>
  reviewRequest(
    {
      apiVersion: 'admission.k8s.io/v1',
      uid: 'u',
      operation: 'CREATE',
      resource: { group, version, resource: 'x' },
      name: 'a',
      namespace: 'b',
      object: { apiVersion: group === '' ? version : `${group}/${version}`, kind, metadata: { name: 'a', namespace: 'b' }, spec },
    },
    { schemas: () => new Map(), builtin: () => builtin },
  );
const encode = createBodyEncoder(createRecordingScope());
const isServed = ({ collection }: Kind, spec: unknown): boolean => {
  try {
    encode({ collection, name: 'b/a', version: 'v1', labels: {}, annotations: {}, spec, origin: { source: 'test' } });
    return true;
  } catch (error) {
    if (error instanceof ConversionError) return false;
    throw error;
  }
};
const kindOf = (name: string): Kind => kinds.find(({ kind }) => kind === name)!;

for (const [name, spec, message] of [
  [
    'attributemanifest',
    { attributes: { a: { valueType: { not: 'a name' } } } },
    'error decoding configuration: spec.attributes.a.valueType: expected one of VALUE_TYPE_UNSPECIFIED, STRING, INT64, DOUBLE, BOOL, ' +
      'TIMESTAMP, IP_ADDRESS, EMAIL_ADDRESS, URI, DNS_NAME, DURATION, STRING_MAP, found {"not":"a name"}',
  ],
  [
    'EnvoyFilter',
    { configPatches: [{ applyTo: 'CLUSTER', match: { context: 'SIDECAR' }, patch: { operation: 'MERGE', value: {} } }] },
    'error decoding configuration: spec.configPatches[0].match.context: ' +
      'expected one of ANY, SIDECAR_INBOUND, SIDECAR_OUTBOUND, GATEWAY, found "SIDECAR"',
  ],
  [
    'ServiceRoleBinding',
    { subjects: [{ user: 'a', ips: '10.0.0.0/8' }], roleRef: { kind: 'ServiceRole', name: 'r' } },
    'error decoding configuration: spec.subjects[0].ips: expected a list, found "10.0.0.0/8"',
  ],
  [
    'QuotaSpec',
    { rules: [{ quotas: [{ quota: 'q', charge: 2147483648 }] }] },
    'error decoding configuration: spec.rules[0].quotas[0].charge: ' +
      'expected a whole number from -2147483648 to 2147483647, found 2147483648',
  ],
  [
    'VirtualService',
    { hosts: ['a.b'], http: [{ route: [{ destination: { host: 'a' } }], cors_policy: { allowCredentials: 'yes' } }] },
    'error decoding configuration: spec.http[0].cors_policy.allowCredentials: expected true or false; found a string',
  ],
] as const)
  test(`what the server cannot decode, the webhook refuses: ${name}`, () => {
    const { allowed, message: reason, outcome } = review(kindOf(name), spec);
    assert.equal([allowed, reason, outcome], [false, message, { failed: 'crd_conversion_error' }]);
    assert.is(isServed(kindOf(name), spec), false);
  });

const wrongValues: readonly unknown[] = [
  1,
  -1,
  0.5,
  1e20,
  '',
  'x',
  '8',
  true,
  null,
  [],
  [1],
  ['x'],
  [null],
  {},
  { a: 1 },
  { a: 'x' },
  { '1': null },
];
/**
 * A spec for each field of a message, and of each message below it, and each of the wrong values. `seen`: messages that had their
 * turn; undefined: each is given at each place where it stands.
 */
function* corrupt(type: DescMessage, wrap: (json: unknown) => unknown, depth: number, seen?: Set<string>): Generator<unknown> {
  if (seen?.has(type.typeName)) return;
  seen?.add(type.typeName);
  for (const field of type.fields) {
    for (const value of wrongValues) yield wrap({ [field.jsonName]: value });
    const inner = messageTypeOf(field);
    if (inner && depth > 0 && !inner.typeName.startsWith('google.protobuf.'))
      yield* corrupt(inner, (json) => wrap({ [field.jsonName]: wrapInField(field, json) }), depth - 1, seen);
  }
}
const wrapInField = (field: DescField, json: unknown): unknown =>
  field.fieldKind === 'list' ? [json] : field.fieldKind === 'map' ? { '1': json } : json;

/** What is not decoded is an error each time, and to describe where it was made takes longer than all else. */
const withoutStacks = <T>(work: () => T): T => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

test('for any value in any field of any kind the webhook says what the server does', () => {
  let [decodable, undecodable] = [0, 0];
  for (const kind of kinds) {
    if (kind.message === undefined) continue;
    const seen = schedule(new Set<string>(), undefined);
    for (const spec of corrupt(getMessageType(kind.message), (json) => json, 5, seen)) {
      const [{ allowed, message = '' }, served] = withoutStacks(() => [review(kind, spec), isServed(kind, spec)] as const);
      assert.is(message.startsWith('error decoding configuration: '), !served, `${kind.kind} ${JSON.stringify(spec)}: ${message}`);
      assert.ok(served || !allowed);
      if (served) decodable += 1;
      else undecodable += 1;
    }
  }
  assert.ok(decodable > 2000 && undecodable > 5000, `${decodable} and ${undecodable}`);
});
test.run();
