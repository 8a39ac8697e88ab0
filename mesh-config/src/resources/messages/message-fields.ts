import type { DescField, DescMessage } from '@bufbuild/protobuf';

type Fields = Readonly<Record<string, unknown>>;
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
/** One more step of a pointer (RFC 6901). */
export const pointerStep = (name: string | number): string => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

const byMessage = new WeakMap<DescMessage, ReadonlyMap<string, DescField>>();
/** A message's fields by both of their names. */
export const fieldsOf = (type: DescMessage): ReadonlyMap<string, DescField> => {
  const known =
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
  byMessage.set(type, known);
  return known;
};
/** The message that a field, or each of its values, is; undefined: a scalar or an enumeration. */
export const messageTypeOf = (field: DescField): DescMessage | undefined =>
  field.fieldKind === 'scalar' || field.fieldKind === 'enum' ? undefined : field.message;
/** Whether JSON has another form of this message than its fields. */
export const isOpaque = (type: DescMessage): boolean => type.typeName.startsWith('google.protobuf.');
