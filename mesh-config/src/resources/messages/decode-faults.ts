import { type DescField, type DescMessage, fromJson, type JsonValue, ScalarType } from '@bufbuild/protobuf';
import { fieldsOf, isFields, isOpaque, messageTypeOf, pointerStep } from './message-fields.ts';

/** A value that cannot be decoded: the expected and the actual value, and the location (RFC 6901). */
export interface DecodeFault {
  readonly fault: string;
  readonly pointer: string;
}

/** Each value is tried, and only the message of an error is read: to record where each was made takes longer than to decode. */
const decodeErrorOf = (type: DescMessage, json: unknown): string | undefined => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    fromJson(type, json as JsonValue);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};
const formatValue = (json: unknown): string => {
  const text = JSON.stringify(json) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
};

const expectedScalars: Readonly<Partial<Record<ScalarType, string>>> = {
  [ScalarType.STRING]: 'a text',
  [ScalarType.BOOL]: 'true or false',
  [ScalarType.BYTES]: 'bytes in base64',
  [ScalarType.DOUBLE]: 'a number',
  [ScalarType.FLOAT]: 'a number',
  [ScalarType.INT32]: 'a whole number from -2147483648 to 2147483647',
  [ScalarType.UINT32]: 'a whole number from 0 to 4294967295',
  [ScalarType.INT64]: 'a whole number of 64 bits',
  [ScalarType.UINT64]: 'a whole number of 64 bits, not negative',
};
const expectedMessages: Readonly<Record<string, string>> = {
  'google.protobuf.Duration': 'a duration, such as 5s or 100ms',
  'google.protobuf.Timestamp': 'a time, such as 2006-01-02T15:04:05Z',
  'google.protobuf.BoolValue': 'true or false',
  'google.protobuf.UInt32Value': 'a whole number from 0 to 4294967295',
  'google.protobuf.Int32Value': 'a whole number from -2147483648 to 2147483647',
  'google.protobuf.Int64Value': 'a whole number of 64 bits',
  'google.protobuf.Struct': 'an object',
};
/** The expected type of one value of a field. */
const expectationOf = (field: DescField): string => {
  if (field.enum) return `one of ${field.enum.values.map(({ name }) => name).join(', ')}`;
  const type = messageTypeOf(field);
  return type ? (expectedMessages[type.typeName] ?? `the fields of ${type.typeName}`) : (expectedScalars[field.scalar!] ?? 'another value');
};

interface FieldPart {
  readonly pointer: string;
  readonly value: unknown;
  /** The field with this part only. */
  readonly alone: unknown;
}
const partsOf = (field: DescField, value: unknown, pointer: string): readonly FieldPart[] | undefined => {
  if (field.fieldKind === 'list')
    return Array.isArray(value)
      ? value.map((one: unknown, index) => ({ pointer: pointer + pointerStep(index), value: one, alone: [one] }))
      : undefined;
  if (field.fieldKind === 'map')
    return isFields(value)
      ? Object.entries(value).map(([key, one]) => ({ pointer: pointer + pointerStep(key), value: one, alone: { [key]: one } }))
      : undefined;
  return [{ pointer, value, alone: value }];
};

const findFieldFaults = (owner: DescMessage, field: DescField, value: unknown, pointer: string): readonly DecodeFault[] => {
  if (decodeErrorOf(owner, { [field.jsonName]: value }) === undefined) return [];
  const parts = partsOf(field, value, pointer);
  if (!parts) return [{ fault: `expected ${field.fieldKind === 'list' ? 'a list' : 'an object'}, found ${formatValue(value)}`, pointer }];
  const type = messageTypeOf(field);
  return parts.flatMap((part) => {
    if (decodeErrorOf(owner, { [field.jsonName]: part.alone }) === undefined) return [];
    // An invalid key of a map is a fault of the field, for any value.
    if (type && decodeErrorOf(type, part.value) !== undefined && isFields(part.value) && !isOpaque(type))
      return findDecodeFaults(type, part.value, part.pointer);
    const isKey = field.fieldKind === 'map' && (type ? decodeErrorOf(type, part.value) === undefined : false);
    return [
      {
        fault: isKey ? 'expected a number as the key' : `expected ${expectationOf(field)}, found ${formatValue(part.value)}`,
        pointer: part.pointer,
      },
    ];
  });
};

/** Names of two members of one oneof that are both written. */
const findCollision = (type: DescMessage, json: Readonly<Record<string, unknown>>): readonly [string, string] | undefined => {
  for (const { fields } of type.oneofs) {
    const [first, second] = fields.filter(({ jsonName }) => json[jsonName] !== undefined);
    if (first && second) return [first.jsonName, second.jsonName];
  }
  return undefined;
};

/** All faults of the adapted JSON of a message. Each value is tried separately, because the library stops at the first fault. */
export const findDecodeFaults = (type: DescMessage, json: unknown, pointer = ''): readonly DecodeFault[] => {
  if (decodeErrorOf(type, json) === undefined) return [];
  if (!isFields(json) || isOpaque(type))
    return [
      { fault: `expected ${expectedMessages[type.typeName] ?? `the fields of ${type.typeName}`}, found ${formatValue(json)}`, pointer },
    ];
  const known = fieldsOf(type);
  const faults = Object.entries(json).flatMap(([name, value]) => {
    const field = known.get(name);
    return field ? findFieldFaults(type, field, value, pointer + pointerStep(name)) : [];
  });
  const collision = findCollision(type, json);
  if (collision) faults.push({ fault: `${collision[0]} and ${collision[1]} exclude each other: write one of them`, pointer });
  return faults.length > 0 ? faults : [{ fault: `it cannot be read as ${type.typeName}`, pointer }];
};
