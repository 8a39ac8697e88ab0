import { type DescEnum, type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { fieldsOf, isFields, isOpaque, messageTypeOf, pointerStep } from './message-fields.ts';

/** The JSON of a message in one spelling, and how its pointers were written. */
export interface CanonicalJson {
  readonly value: unknown;
  /** JSON pointers (RFC 6901), as written, of unknown fields. They stay in the value. */
  readonly unknown: readonly string[];
  /** The pointer as it was written, of a pointer into the value. */
  pointerAsWritten(pointer: string): string;
}

interface Canonicalization {
  readonly unknown: string[];
  /** Pointers as written, of pointers into the value that differ from them in their last step. */
  readonly renamed: Map<string, string>;
}
/** The location of a value in the result, and as it was written. */
interface Location {
  readonly pointer: string;
  readonly written: string;
}

const isText = (type: ScalarType): boolean => type === ScalarType.STRING || type === ScalarType.BYTES;
const zeroOf = ({ scalar, enum: values }: DescField): unknown =>
  values ? values.value[0]?.name : scalar !== undefined && isText(scalar) ? '' : scalar === ScalarType.BOOL ? false : 0;
const smallIntegers: ReadonlySet<ScalarType | undefined> = new Set([ScalarType.INT32, ScalarType.UINT32]);
const fractions: ReadonlySet<ScalarType | undefined> = new Set([ScalarType.FLOAT, ScalarType.DOUBLE]);
/** Digits only: no plus sign, no base, no leading zero; surrounding blanks are ignored. */
const integerText = /^\s*-?(0|[1-9][0-9]{0,14})\s*$/;
const fractionText = /^\s*-?(0|[1-9][0-9]*)(\.[0-9]+)?(e[-+]?[0-9]+)?\s*$/i;
/** YAML 1.1 makes flags of `ON` and `OFF` without quotes; where an enumeration has these names, they are meant. */
const canonicalizeEnumeration = (values: DescEnum, value: unknown): unknown => {
  if (typeof value === 'number') return values.value[value]?.name ?? value;
  const name = value === true ? 'ON' : value === false ? 'OFF' : undefined;
  return values.values.some((one) => one.name === name) ? name : value;
};
/** Numbers may be written as texts, enumerations as numbers. Other values are left to the decoder. */
const canonicalizeScalar = ({ scalar, enum: values }: DescField, value: unknown): unknown => {
  if (values) return canonicalizeEnumeration(values, value);
  if (typeof value !== 'string') return value;
  if (smallIntegers.has(scalar)) return integerText.test(value) ? Number(value) : value;
  return fractions.has(scalar) && value.length < 64 && fractionText.test(value) ? Number(value) : value;
};

/** The value of a message such as google.protobuf.UInt32Value, whose JSON is that of its one field. */
const wrappedField = ({ typeName, fields: [value] }: DescMessage): DescField | undefined =>
  /^google\.protobuf\.[A-Za-z0-9]+Value$/.test(typeName) && typeName !== 'google.protobuf.ListValue' ? value : undefined;

const canonicalizeOne = (field: DescField, value: unknown, at: Location, state: Canonicalization): unknown => {
  const type = messageTypeOf(field);
  // A null item of a list of texts is an empty text. The decoder and the rules decide whether a message may be null.
  if (value === null) return type ? null : zeroOf(field);
  if (!type) return canonicalizeScalar(field, value);
  const wrapped = wrappedField(type);
  return wrapped ? canonicalizeScalar(wrapped, value) : canonicalizeMessage(type, value, at, state);
};

const step = ({ pointer, written }: Location, name: string | number): Location => ({
  pointer: pointer + pointerStep(name),
  written: written + pointerStep(name),
});

/** undefined: a field that is null is absent. A member of a oneof is chosen even then: a scalar has its empty value. */
const canonicalizeField = (field: DescField, value: unknown, at: Location, state: Canonicalization): unknown => {
  if (value === null) return field.oneof ? (messageTypeOf(field) ? null : zeroOf(field)) : undefined;
  if (field.fieldKind === 'list' && Array.isArray(value))
    return value.map((item: unknown, index) => canonicalizeOne(field, item, step(at, index), state));
  if (field.fieldKind === 'map' && isFields(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, canonicalizeOne(field, one, step(at, key), state)]));
  return field.fieldKind === 'list' || field.fieldKind === 'map' ? value : canonicalizeOne(field, value, at, state);
};

const canonicalizeMessage = (type: DescMessage, json: unknown, here: Location, state: Canonicalization): unknown => {
  if (isOpaque(type) || !isFields(json)) return json;
  const known = fieldsOf(type);
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
      const field = known.get(name);
      const written = here.written + pointerStep(name);
      if (!field) {
        state.unknown.push(written);
        return [[name, value]];
      }
      const key = field.jsonName;
      // If a field has both spellings, that of JSON counts.
      if (name !== key && Object.hasOwn(json, key)) return [];
      const at = { pointer: here.pointer + pointerStep(key), written };
      if (name !== key) state.renamed.set(at.pointer, written);
      const canonical = canonicalizeField(field, value, at, state);
      return canonical === undefined ? [] : [[key, canonical]];
    }),
  );
};

/**
 * The JSON of a message as the rules and schemas of its kind read it: each field under its JSON name, numbers as numbers,
 * enumerations by name, and no fields that are null, unless they are the chosen member of a oneof.
 */
export const canonicalizeJson = (type: DescMessage, json: unknown): CanonicalJson => {
  const state: Canonicalization = { unknown: [], renamed: new Map() };
  const value = canonicalizeMessage(type, json, { pointer: '', written: '' }, state);
  return {
    value,
    unknown: state.unknown,
    pointerAsWritten: (pointer) => {
      for (let end = pointer.length; state.renamed.size > 0 && end > 0; end = pointer.lastIndexOf('/', end - 1)) {
        const written = state.renamed.get(pointer.slice(0, end));
        if (written !== undefined) return written + pointer.slice(end);
      }
      return pointer;
    },
  };
};
