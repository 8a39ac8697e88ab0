import type { JsonSchema } from '@slipway/declarations/derive/json-schema';

/** Schemas of the members of JSON bodies, for descriptions of operations of both services. */
export const stringValue: JsonSchema = { type: 'string' };
export const booleanValue: JsonSchema = { type: 'boolean' };
export const integerValue: JsonSchema = { type: 'integer' };
export const numberValue: JsonSchema = { type: 'number' };
export const timeValue: JsonSchema = { type: 'string', format: 'date-time' };
export const uuidValue: JsonSchema = { type: 'string', format: 'uuid' };
/** A JSON object whose members are not listed. */
export const freeObject: JsonSchema = { type: 'object', additionalProperties: true };
/** A body that is not a JSON document of the API: a file or a text. The media type can be a range such as `text/*`. */
export const fileContent = (mediaType: string): JsonSchema => ({ contentMediaType: mediaType });
/** A body of plain JSON, for an API with another media type. */
export const jsonContent = (schema: JsonSchema): JsonSchema => ({ ...schema, contentMediaType: 'application/json' });
export const octetStream = fileContent('application/octet-stream');
export const plainText = fileContent('text/plain');
/** The schema of any JSON value. */
export const anyValue: JsonSchema = {};

/** One of these values; the type is given if all are strings. */
export const enumValue = (...values: readonly (string | boolean | null)[]): JsonSchema => ({
  ...(values.every((value) => typeof value === 'string') ? { type: 'string' } : {}),
  enum: values,
});
export const nullable = (schema: JsonSchema): JsonSchema =>
  typeof schema['type'] === 'string'
    ? { ...schema, type: [schema['type'], 'null'], ...(Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}) }
    : { anyOf: [schema, { type: 'null' }] };
export const nullableString = nullable(stringValue);
export const nullableBoolean = nullable(booleanValue);
export const nullableInteger = nullable(integerValue);

export const arrayValue = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const stringArray = arrayValue(stringValue);
export const mapValue = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values });

/** An object: these members are always there, and those of `optional` may be. */
export const objectValue = (
  members: { readonly [name: string]: JsonSchema },
  optional: { readonly [name: string]: JsonSchema } = {},
): JsonSchema => ({ type: 'object', required: Object.keys(members), properties: { ...members, ...optional } });

/** An object whose members are all optional. */
export const partialObject = (members: { readonly [name: string]: JsonSchema }): JsonSchema => ({ type: 'object', properties: members });
/** An object of optional Boolean members. */
export const booleanMembers = (names: readonly string[]): JsonSchema =>
  partialObject(Object.fromEntries(names.map((name) => [name, booleanValue])));
