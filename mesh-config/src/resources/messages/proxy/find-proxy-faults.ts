import type { DecodeFault } from '../decode-faults.ts';
import { isFields, pointerStep } from '../message-fields.ts';
import { findProxyEnum, findProxyMessage, type ProxyField, type ProxyMessage } from './proxy-message.ts';
import { scalarTypes } from './proxy-scalars.ts';

type Faults = Generator<DecodeFault>;

/** `envoy.api.v2.Cluster.DiscoveryType` as the reference writes it: nested names with `_`. */
const nestedName = (name: string): readonly [packageName: string, own: string] => {
  const [, packageName, own] = /^([a-z0-9_.]+)\.([A-Z].*)$/.exec(name) ?? [];
  return [packageName ?? name, (own ?? '').replaceAll('.', '_')];
};
const messageLabel = (name: string): string => {
  const [packageName, own] = nestedName(name);
  return `${packageName.replaceAll('.', '_')}.${own}`;
};
const formatValue = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
};
const faultAt = (pointer: string, fault: string): DecodeFault => ({ fault, pointer });
const isWrapped = (type: string): boolean => type.startsWith('google.protobuf.');

/** Resolves a message with its type: `@type` names it, and the other members are its fields. */
function* findAnyFaults(value: unknown, pointer: string): Faults {
  if (!isFields(value)) return yield faultAt(pointer, `expected an object with '@type', found ${formatValue(value)}`);
  const { '@type': url, ...fields } = value;
  if (url === undefined || url === null) return yield faultAt(pointer, "a typed configuration must have '@type'");
  if (typeof url !== 'string') return yield faultAt(`${pointer}/@type`, `expected a text, found ${formatValue(url)}`);
  const name = url.slice(url.lastIndexOf('/') + 1);
  if (isWrapped(name) && (scalarTypes[name] || name === anyType)) {
    if (fields['value'] === undefined) return yield faultAt(pointer, `a typed configuration of ${name} must have 'value'`);
    return yield* findValueFaults(name, fields['value'], `${pointer}/value`);
  }
  const message = findProxyMessage(name);
  if (!message) return yield faultAt(`${pointer}/@type`, `unknown message type ${JSON.stringify(name)}`);
  yield* findMessageFaults(message, fields, pointer);
}
const anyType = 'google.protobuf.Any';
const emptyMessage: ProxyMessage = { name: 'google.protobuf.Empty', fields: new Map() };

/** null is absent, everywhere. */
function* findValueFaults(type: string, value: unknown, pointer: string): Faults {
  if (value === null || value === undefined) return;
  if (type === anyType) return yield* findAnyFaults(value, pointer);
  const scalar = Object.hasOwn(scalarTypes, type) ? scalarTypes[type] : undefined;
  if (scalar) {
    if (!scalar.accepts(value)) yield faultAt(pointer, `expected ${scalar.expected}, found ${formatValue(value)}`);
    return;
  }
  const names = findProxyEnum(type);
  if (!names) return yield* findMessageFaults(findProxyMessage(type) ?? emptyMessage, value, pointer);
  if (typeof value === 'string' ? names.includes(value) : scalarTypes['int32']!.accepts(value)) return;
  yield faultAt(pointer, `unknown value ${formatValue(value)} for enum ${nestedName(type).join('.')}`);
}

function* findFieldFaults({ type, isRepeated, keyType }: ProxyField, value: unknown, pointer: string): Faults {
  if (value === null) return;
  if (isRepeated) {
    if (!Array.isArray(value)) return yield faultAt(pointer, `expected a list, found ${formatValue(value)}`);
    for (const [index, item] of value.entries()) yield* findValueFaults(type, item, pointer + pointerStep(index));
  } else if (keyType !== undefined) {
    if (!isFields(value)) return yield faultAt(pointer, `expected an object, found ${formatValue(value)}`);
    for (const [key, item] of Object.entries(value)) {
      const place = pointer + pointerStep(key);
      if (keyType !== 'bool') yield* findValueFaults(keyType, key, place);
      yield* findValueFaults(type, item, place);
    }
  } else yield* findValueFaults(type, value, pointer);
}

function* findMessageFaults(message: ProxyMessage, value: unknown, pointer: string): Faults {
  if (!isFields(value)) return yield faultAt(pointer, `expected the fields of ${messageLabel(message.name)}, found ${formatValue(value)}`);
  const chosen = new Map<string, string>();
  for (const [name, member] of Object.entries(value)) {
    const field = message.fields.get(name);
    const place = pointer + pointerStep(name);
    if (!field) {
      yield faultAt(place, `unknown field ${JSON.stringify(name)} in ${messageLabel(message.name)}`);
      continue;
    }
    yield* findFieldFaults(field, member, place);
    if (field.oneof === undefined || member === null) continue;
    const other = chosen.get(field.oneof);
    if (other !== undefined) yield faultAt(pointer, `${other} and ${name} exclude each other: write one of them`);
    chosen.set(field.oneof, name);
  }
}

/**
 * Everything that is wrong with the JSON of a message of Envoy's API, by the mapping of proto3: unknown fields, wrong types, unknown
 * names of enumerations, two members of a oneof; and messages in an `Any` that have no type, or one that the API does not have.
 */
export const findProxyFaults = (name: string, json: unknown, pointer: string): Iterable<DecodeFault> => {
  const message = findProxyMessage(name);
  if (!message) throw new Error(`no declaration of the message ${name}. This is a bug in Slipway; please report it`);
  return findMessageFaults(message, json, pointer);
};
