import { type DescField, type DescMessage, fromJson, type JsonValue, type Message } from '@bufbuild/protobuf';
import { adaptJson, fieldsOf, isFields, messageTypeOf, pointerStep } from './adapt-json.ts';

/** A message and the pointers of what it does not know; or what cannot be read, and the pointer to it. */
export type ParsedMessage =
  | { readonly message: Message; readonly unknown: readonly string[] }
  | { readonly fault: string; readonly pointer: string };

const decodeErrorOf = (type: DescMessage, json: unknown): string | undefined => {
  try {
    fromJson(type, json as JsonValue);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};
const formatValue = (json: unknown): string => {
  const text = JSON.stringify(json) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
};
/** Without what the library says of its own names. */
const simplifyError = (type: DescMessage, json: unknown, message: string): string => {
  if (type.typeName === 'google.protobuf.Duration') return `expected a span of time as 5s or 100ms, found ${formatValue(json)}`;
  if (!isFields(json) && !type.typeName.startsWith('google.protobuf.'))
    return `expected the fields of ${type.typeName}, found ${formatValue(json)}`;
  return message.replace(/^cannot decode .*? from JSON: (list item #\d+: )?/, '').replaceAll('\n', ' ');
};
/** Of one value of a field. */
const describeFieldFault = (field: DescField, type: DescMessage, part: unknown, message: string): string =>
  field.enum && !Array.isArray(part) && !isFields(part)
    ? `expected one of ${field.enum.values.map(({ name }) => name).join(', ')}, found ${formatValue(part)}`
    : simplifyError(type, {}, message);

/** The innermost value that cannot be read; each is tried by itself, since the library does not say where it was. */
const findInnermostFault = (type: DescMessage, json: unknown, pointer: string): { readonly fault: string; readonly pointer: string } => {
  const fault = simplifyError(type, json, decodeErrorOf(type, json) ?? 'it cannot be read');
  if (!isFields(json) || type.typeName.startsWith('google.protobuf.')) return { fault, pointer };
  for (const [name, value] of Object.entries(json)) {
    const field = fieldsOf(type).get(name),
      here = pointer + pointerStep(name);
    const alone = field && decodeErrorOf(type, { [name]: value });
    if (!field || alone === undefined) continue;
    const parts: readonly (readonly [string, unknown, unknown])[] =
      field.fieldKind === 'list' && Array.isArray(value)
        ? value.map((one, index) => [here + pointerStep(index), one, [one]] as const)
        : field.fieldKind === 'map' && isFields(value)
          ? Object.entries(value).map(([key, one]) => [here + pointerStep(key), one, { [key]: one }] as const)
          : [[here, value, value]];
    const inner = messageTypeOf(field);
    for (const [at, part, whole] of parts) {
      const wrong = decodeErrorOf(type, { [name]: whole });
      if (wrong === undefined) continue;
      // A list that is none, or a key that is none, is the field's own fault.
      return inner && (part !== value || field.fieldKind === 'message') && decodeErrorOf(inner, part) !== undefined
        ? findInnermostFault(inner, part, at)
        : { fault: describeFieldFault(field, type, part, wrong), pointer: at };
    }
    return { fault: simplifyError(type, json, alone), pointer: here };
  }
  return { fault, pointer };
};

/**
 * Reads the JSON of a message by the mapping of proto3, with both names of each field. What a message does not know is
 * tolerated and told; a wrong type, and a name that an enumeration does not have, are faults.
 */
export const parseMessageJson = (type: DescMessage, json: unknown): ParsedMessage => {
  const unknown: string[] = [];
  const adapted = adaptJson(type, json, unknown);
  try {
    return { message: fromJson(type, adapted as JsonValue), unknown };
  } catch {
    return findInnermostFault(type, adapted, '');
  }
};
