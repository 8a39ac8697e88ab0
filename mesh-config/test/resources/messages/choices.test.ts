import { type DescMessage, type DescOneof, toJson } from '@bufbuild/protobuf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { kinds } from '../../../src/resources/kinds/kinds.ts';
import { messageTypeOf } from '../../../src/resources/messages/message-fields.ts';
import { getMessageType } from '../../../src/resources/messages/message-types.ts';
import { parseMessageJson } from '../../../src/resources/messages/parse-message-json.ts';

const test = suite('mesh messages: choices');

const collectMessages = (type: DescMessage, found: Set<DescMessage>): Set<DescMessage> => {
  if (found.has(type) || type.typeName.startsWith('google.protobuf.')) return found;
  found.add(type);
  for (const field of type.fields) {
    const inner = messageTypeOf(field);
    if (inner) collectMessages(inner, found);
  }
  return found;
};
const messages = new Set<DescMessage>();
for (const { message } of kinds) if (message !== undefined) collectMessages(getMessageType(message), messages);
const oneofs: readonly DescOneof[] = [...messages].flatMap((type) => type.oneofs);

const decode = (type: DescMessage, json: unknown): unknown => {
  const parsed = parseMessageJson(type, json);
  if ('faults' in parsed) return parsed.faults;
  return toJson(type, parsed.message);
};

/** What each chosen member that is null decodes to, by its full name. Messages that are null are not set, but for mtls. */
const whenNull: Readonly<Record<string, unknown>> = {
  'istio.authentication.v1alpha1.PeerAuthenticationMethod.mtls': { mtls: {} },
  'istio.networking.v1alpha3.LoadBalancerSettings.simple': { simple: 'ROUND_ROBIN' },
  'istio.networking.v1alpha3.LoadBalancerSettings.ConsistentHashLB.use_source_ip': { useSourceIp: false },
  'istio.networking.v1alpha3.HTTPFaultInjection.Abort.http_status': { httpStatus: 0 },
  'istio.authentication.v1alpha1.PortSelector.number': { number: 0 },
  'istio.mixer.v1.Attributes.AttributeValue.int64_value': { int64Value: '0' },
  'istio.mixer.v1.Attributes.AttributeValue.double_value': { doubleValue: 0 },
  'istio.mixer.v1.Attributes.AttributeValue.bool_value': { boolValue: false },
  'istio.policy.v1beta1.Tls.auth_header': { authHeader: 'PLAIN' },
};

test('a member of a oneof that is null is chosen', () => {
  let texts = 0;
  for (const oneof of oneofs)
    for (const field of oneof.fields) {
      const name = `${oneof.parent.typeName}.${field.name}`;
      const isText = field.scalar === 9 || field.scalar === 12;
      if (isText) texts += 1;
      assert.equal(decode(oneof.parent, { [field.jsonName]: null }), whenNull[name] ?? (isText ? { [field.jsonName]: '' } : {}), name);
    }
  assert.equal([oneofs.length, texts], [17, 24]);
});
test('two members of a oneof exclude each other, a null one too', () => {
  for (const oneof of oneofs) {
    const [first, second] = oneof.fields;
    if (!first || !second || messageTypeOf(first) || messageTypeOf(second)) continue;
    const fault = `${first.jsonName} and ${second.jsonName} exclude each other: write one of them`;
    assert.equal(decode(oneof.parent, { [second.jsonName]: null, [first.jsonName]: null }), [{ fault, pointer: '' }], oneof.toString());
  }
});
test('a null item is an empty text in a list of texts, passed over in match and jwtRules, and a fault in other lists', () => {
  const networking = (name: string) => getMessageType(`istio.networking.v1alpha3.${name}`);
  assert.equal(decode(networking('VirtualService'), { gateways: [null, 'a'] }), { gateways: ['', 'a'] });
  assert.equal(decode(networking('HTTPRoute'), { match: [null, { port: 1 }] }), { match: [{ port: 1 }] });
  assert.equal(decode(getMessageType('istio.security.v1beta1.RequestAuthentication'), { jwtRules: [null] }), {});
  assert.equal(decode(getMessageType('istio.authentication.v1alpha1.Policy'), { peers: [null] }), [
    { fault: 'expected the fields of istio.authentication.v1alpha1.PeerAuthenticationMethod, found null', pointer: '/peers/0' },
  ]);
});
test('a value of a map that is null is empty', () => {
  const match = getMessageType('istio.networking.v1alpha3.HTTPMatchRequest');
  assert.equal(decode(match, { sourceLabels: { a: null }, headers: { b: null } }), { sourceLabels: { a: '' }, headers: { b: {} } });
});
test('of two spellings of one field that of JSON holds', () => {
  const service = getMessageType('istio.networking.v1alpha3.VirtualService');
  for (const json of [
    { exportTo: ['.'], export_to: ['*'] },
    { export_to: ['*'], exportTo: ['.'] },
  ])
    assert.equal(decode(service, json), { exportTo: ['.'] });
});
test.run();
