import type { JsonSchema } from '../../derive/json-schema.ts';

/** Schemas of attributes, for descriptions of operations. */
export const textAttribute: JsonSchema = { type: 'string' };
export const nullableTextAttribute: JsonSchema = { type: ['string', 'null'] };
export const flagAttribute: JsonSchema = { type: 'boolean' };
export const nullableFlagAttribute: JsonSchema = { type: ['boolean', 'null'] };
export const integerAttribute: JsonSchema = { type: 'integer' };
export const nullableIntegerAttribute: JsonSchema = { type: ['integer', 'null'] };
export const textListAttribute: JsonSchema = { type: 'array', items: textAttribute };
export const objectAttribute: JsonSchema = { type: 'object', additionalProperties: true };
/** Any JSON. */
export const valueAttribute: JsonSchema = {};

export const enumAttribute = (...words: readonly string[]): JsonSchema => ({ type: 'string', enum: [...words] });
export const flagsAttribute = (names: readonly string[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, flagAttribute])),
});
