import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { fieldsOf, isFields, isOpaque, messageTypeOf } from './message-fields.ts';
import { toProtobufDuration } from './protobuf-duration.ts';
import { intOrStringType } from './packages/kubernetes.ts';

/** Takes the place of a text that the library would accept although it is not valid. Messages show the text. */
const refuse = (text: string): unknown => ({ toJSON: () => text });

const adaptWellKnownType = (type: DescMessage, value: unknown): unknown => {
  if (type.typeName === 'google.protobuf.Duration') return typeof value === 'string' ? (toProtobufDuration(value) ?? refuse(value)) : value;
  if (type.typeName === intOrStringType)
    return typeof value === 'number' ? { type: 0, intVal: value } : typeof value === 'string' ? { type: 1, strVal: value } : value;
  return value;
};

/**
 * Members of a oneof for which null means the empty message: `- mtls:` of a Policy requires strict mutual TLS, and without it a peer would
 * accept plaintext. Other null messages are left out.
 */
const emptyWhenNull: ReadonlySet<string> = new Set(['istio.authentication.v1alpha1.PeerAuthenticationMethod.mtls']);
/** Lists in which a null item is passed over. In any other it is a fault: without the item the document would mean something else. */
const listsWithNullItems: ReadonlySet<string> = new Set([
  'istio.networking.v1alpha3.HTTPRoute.match',
  'istio.networking.v1alpha3.VirtualService.tls',
  'istio.networking.v1alpha3.VirtualService.tcp',
  'istio.networking.v1alpha3.CorsPolicy.allow_origins',
  'istio.policy.v1beta1.Rule.actions',
  'istio.policy.v1beta1.Rule.request_header_operations',
  'istio.policy.v1beta1.Rule.response_header_operations',
  'istio.security.v1beta1.RequestAuthentication.jwt_rules',
]);
const fullNameOf = ({ parent, name }: DescField): string => `${parent.typeName}.${name}`;

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Canonical JSON has whole numbers as numbers; the library would take other texts, such as `0x50`, as well. */
const adaptScalar = ({ scalar, enum: values }: DescField, value: unknown): unknown => {
  if (typeof value !== 'string' || values) return value;
  if (scalar === ScalarType.INT32 || scalar === ScalarType.UINT32) return refuse(value);
  return scalar === ScalarType.BYTES && !base64.test(value) ? refuse(value) : value;
};
const adaptScalars = (field: DescField, value: unknown): unknown => {
  if (field.fieldKind === 'list' && Array.isArray(value)) return value.map((one) => adaptScalar(field, one));
  if (field.fieldKind === 'map' && isFields(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, adaptScalar(field, one)]));
  return adaptScalar(field, value);
};

/** undefined: it is left out. */
const adaptField = (field: DescField, type: DescMessage, value: unknown): unknown => {
  if (value === null) return emptyWhenNull.has(fullNameOf(field)) ? {} : undefined;
  if (field.fieldKind === 'list' && Array.isArray(value)) {
    const items = listsWithNullItems.has(fullNameOf(field)) ? value.filter((one) => one !== null) : value;
    return items.map((one) => adaptJson(type, one));
  }
  if (field.fieldKind === 'map' && isFields(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, one === null ? {} : adaptJson(type, one)]));
  return field.fieldKind === 'message' ? adaptJson(type, value) : value;
};

/** Converts canonical JSON (`canonicalizeJson`) to the decoder's: times in seconds, and without unknown fields. */
export const adaptJson = (type: DescMessage, json: unknown): unknown => {
  const adapted = adaptWellKnownType(type, json);
  if (adapted !== json || isOpaque(type) || !isFields(json)) return adapted;
  const known = fieldsOf(type);
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
      const field = known.get(name);
      if (!field) return [];
      const inner = messageTypeOf(field);
      const one = inner ? adaptField(field, inner, value) : adaptScalars(field, value);
      return one === undefined ? [] : [[name, one]];
    }),
  );
};
