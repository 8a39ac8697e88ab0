import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { toProtobufDuration } from './protobuf-duration.ts';
import { intOrStringType } from './packages/kubernetes.ts';

type Fields = Readonly<Record<string, unknown>>;
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
/** One more step of a pointer (RFC 6901). */
export const pointerStep = (name: string | number): string => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

const byMessage = new WeakMap<DescMessage, ReadonlyMap<string, DescField>>();
/** A message's fields by both of their names. */
export const fieldsOf = (type: DescMessage): ReadonlyMap<string, DescField> => {
  const made =
    byMessage.get(type) ??
    new Map(
      type.fields.flatMap(
        (field) =>
          [
            [field.name, field],
            [field.jsonName, field],
          ] as const,
      ),
    );
  byMessage.set(type, made);
  return made;
};
/** What the value, or each of the values, of a field is; undefined: no message. */
export const messageTypeOf = (field: DescField): DescMessage | undefined =>
  field.fieldKind === 'scalar' || field.fieldKind === 'enum' ? undefined : field.message;

const adaptWellKnownType = (type: DescMessage, value: unknown): unknown => {
  if (type.typeName === 'google.protobuf.Duration') return typeof value === 'string' ? (toProtobufDuration(value) ?? value) : value;
  if (type.typeName === intOrStringType)
    return typeof value === 'number' ? { type: 0, intVal: value } : typeof value === 'string' ? { type: 1, strVal: value } : value;
  return value;
};

/**
 * JSON as people and Kubernetes write it, as protobuf reads it: spans of time with any unit, numbers that may be texts,
 * and no fields that the message does not know; their pointers are added to `unknown`.
 */
export const adaptJson = (type: DescMessage, json: unknown, unknown: string[], pointer = ''): unknown => {
  const made = adaptWellKnownType(type, json);
  if (made !== json || type.typeName.startsWith('google.protobuf.') || !isFields(json)) return made;
  const known = fieldsOf(type);
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
      const field = known.get(name),
        here = pointer + pointerStep(name);
      if (!field) {
        unknown.push(here);
        return [];
      }
      const inner = messageTypeOf(field);
      if (!inner) return [[name, value]];
      if (field.fieldKind === 'list')
        return [
          [name, Array.isArray(value) ? value.map((one, index) => adaptJson(inner, one, unknown, here + pointerStep(index))) : value],
        ];
      if (field.fieldKind === 'map')
        return [
          [
            name,
            isFields(value)
              ? Object.fromEntries(
                  Object.entries(value).map(([key, one]) => [key, adaptJson(inner, one, unknown, here + pointerStep(key))]),
                )
              : value,
          ],
        ];
      return [[name, adaptJson(inner, value, unknown, here)]];
    }),
  );
};
