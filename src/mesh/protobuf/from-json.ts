import { type DescField, type DescMessage, fromJson, type JsonValue, type Message } from '@bufbuild/protobuf';
import { adaptJson, fieldsOf, isFields, messageIn, step } from './adapt-json.ts';

/** A message and the pointers of what it does not know; or what cannot be read, and the pointer to it. */
export type FromJson = { readonly message: Message; readonly unknown: readonly string[] } | { readonly fault: string; readonly pointer: string };

const failure = (type: DescMessage, json: unknown): string | undefined => {
  try { fromJson(type, json as JsonValue); return undefined; } catch (error) { return (error as Error).message; }
};
const shown = (json: unknown): string => { const text = JSON.stringify(json) ?? 'nothing'; return text.length > 80 ? `${text.slice(0, 77)}…` : text; };
/** Without what the library says of its own names. */
const plain = (type: DescMessage, json: unknown, message: string): string => {
  if (type.typeName === 'google.protobuf.Duration') return `expected a span of time as 5s or 100ms, found ${shown(json)}`;
  if (!isFields(json) && !type.typeName.startsWith('google.protobuf.')) return `expected the fields of ${type.typeName}, found ${shown(json)}`;
  return message.replace(/^cannot decode .*? from JSON: (list item #\d+: )?/, '').replaceAll('\n', ' ');
};
/** Of one value of a field. */
const fieldFault = (field: DescField, type: DescMessage, part: unknown, message: string): string =>
  (field.enum && !Array.isArray(part) && !isFields(part) ? `expected one of ${field.enum.values.map(({ name }) => name).join(', ')}, found ${shown(part)}` : plain(type, {}, message));

/** The innermost value that cannot be read; each is tried by itself, since the library does not say where it was. */
const narrowed = (type: DescMessage, json: unknown, pointer: string): { readonly fault: string; readonly pointer: string } => {
  const fault = plain(type, json, failure(type, json) ?? 'it cannot be read');
  if (!isFields(json) || type.typeName.startsWith('google.protobuf.')) return { fault, pointer };
  for (const [name, value] of Object.entries(json)) {
    const field = fieldsOf(type).get(name), here = pointer + step(name);
    const alone = field && failure(type, { [name]: value });
    if (!field || alone === undefined) continue;
    const parts: readonly (readonly [string, unknown, unknown])[] = field.fieldKind === 'list' && Array.isArray(value) ? value.map((one, index) => [here + step(index), one, [one]] as const)
      : field.fieldKind === 'map' && isFields(value) ? Object.entries(value).map(([key, one]) => [here + step(key), one, { [key]: one }] as const) : [[here, value, value]];
    const inner = messageIn(field);
    for (const [at, part, whole] of parts) {
      const wrong = failure(type, { [name]: whole });
      if (wrong === undefined) continue;
      // A list that is none, or a key that is none, is the field's own fault.
      return inner && (part !== value || field.fieldKind === 'message') && failure(inner, part) !== undefined ? narrowed(inner, part, at) : { fault: fieldFault(field, type, part, wrong), pointer: at };
    }
    return { fault: plain(type, json, alone), pointer: here };
  }
  return { fault, pointer };
};

/**
 * Reads the JSON of a message by the mapping of proto3, with both names of each field. What a message does not know is
 * tolerated and told; a wrong type, and a name that an enumeration does not have, are faults.
 */
export const messageFromJson = (type: DescMessage, json: unknown): FromJson => {
  const unknown: string[] = [];
  const adapted = adaptJson(type, json, unknown);
  try { return { message: fromJson(type, adapted as JsonValue), unknown }; } catch { return narrowed(type, adapted, ''); }
};
