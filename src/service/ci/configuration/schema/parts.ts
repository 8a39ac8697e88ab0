/** A JSON Schema, or a part of one. */
export type Schema = boolean | SchemaObject;
export interface SchemaObject { readonly [keyword: string]: unknown }

/** A text that holds a tag: what it becomes is known when it is compiled, and looked at again then. */
const tag: SchemaObject = { type: 'string', pattern: '<<' };

export const text: SchemaObject = { type: ['string', 'number', 'boolean'] };
const orTag = (schema: Schema): SchemaObject => ({ if: tag, else: schema });

export const flag: SchemaObject = orTag({ enum: [true, false, 'yes', 'no', 'on', 'off'] });
export const whole = (least: number, most?: number): SchemaObject => orTag({ type: 'integer', minimum: least, ...(most === undefined ? {} : { maximum: most }) });
export const choice = (...choices: readonly string[]): SchemaObject => orTag({ enum: choices });
export const textOrTexts: SchemaObject = { type: ['string', 'number', 'boolean', 'array'], items: text };
export const mapping = (properties: { readonly [name: string]: Schema }, required: readonly string[] = []): SchemaObject => ({ type: 'object', properties, required, additionalProperties: false });
/** A mapping, or what has none of its keys: without alternatives, so that one fault in it does not silence what is deprecated. */
export const mappingOr = (types: readonly string[], properties: { readonly [name: string]: Schema }, required: readonly string[] = []): SchemaObject => ({ ...mapping(properties, required), type: ['object', ...types] });
export const mapOf = (of: Schema): SchemaObject => ({ type: 'object', additionalProperties: of });
export const listOf = (of: Schema): SchemaObject => ({ type: 'array', items: of });
export const to = (definition: string): SchemaObject => ({ $ref: `#/$defs/${definition}` });

/** What should not be used any more, and what to write instead. */
export const deprecated = (message: string, schema: SchemaObject = {}): SchemaObject => ({ ...schema, deprecated: true, 'x-deprecation-message': message });
