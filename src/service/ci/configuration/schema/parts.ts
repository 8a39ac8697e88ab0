/** A JSON Schema, or a part of one. */
export type Schema = boolean | SchemaObject;
export interface SchemaObject { readonly [keyword: string]: unknown }

/** A text that holds a tag: what it becomes is known when it is compiled, and looked at again then. */
const tag: SchemaObject = { type: 'string', pattern: '<<' };

export const text: SchemaObject = { type: ['string', 'number', 'boolean'] };
export const flag: SchemaObject = { anyOf: [{ type: 'boolean' }, { enum: ['yes', 'no', 'on', 'off'] }, tag] };
export const whole = (least: number): SchemaObject => ({ anyOf: [{ type: 'integer', minimum: least }, tag] });
export const choice = (...choices: readonly string[]): SchemaObject => ({ anyOf: [{ enum: choices }, tag] });
export const textOrTexts: SchemaObject = { anyOf: [text, { type: 'array', items: text }] };
export const mapping = (properties: { readonly [name: string]: Schema }, required: readonly string[] = []): SchemaObject => ({ type: 'object', properties, required, additionalProperties: false });
export const mapOf = (of: Schema): SchemaObject => ({ type: 'object', additionalProperties: of });
export const listOf = (of: Schema): SchemaObject => ({ type: 'array', items: of });
export const to = (definition: string): SchemaObject => ({ $ref: `#/$defs/${definition}` });

/** What should not be used any more, and what to write instead. */
export const deprecated = (message: string, schema: SchemaObject = {}): SchemaObject => ({ ...schema, deprecated: true, 'x-deprecation-message': message });
