/** A JSON Schema, or a part of one. */
export type ConfigurationSchema = boolean | ConfigurationSchemaObject;
export interface ConfigurationSchemaObject {
  readonly [keyword: string]: unknown;
}

/** A text with a tag. Its value is known only when it is compiled, and is checked again then. */
const tagSchema: ConfigurationSchemaObject = { type: 'string', pattern: '<<' };

export const textSchema: ConfigurationSchemaObject = { type: ['string', 'number', 'boolean'] };
const allowTag = (schema: ConfigurationSchema): ConfigurationSchemaObject => ({ if: tagSchema, else: schema });

/** Only `true` and `false` themselves, or a tag. */
export const strictFlagSchema: ConfigurationSchemaObject = allowTag({ type: 'boolean' });
export const flagSchema: ConfigurationSchemaObject = allowTag({ enum: [true, false, 'yes', 'no', 'on', 'off'] });
export const integerSchema = (least: number, most?: number): ConfigurationSchemaObject =>
  allowTag({ type: 'integer', minimum: least, ...(most === undefined ? {} : { maximum: most }) });
export const choiceSchema = (...choices: readonly string[]): ConfigurationSchemaObject => allowTag({ enum: choices });
export const textListSchema: ConfigurationSchemaObject = { type: ['string', 'number', 'boolean', 'array'], items: textSchema };
export const mappingSchema = (
  properties: { readonly [name: string]: ConfigurationSchema },
  required: readonly string[] = [],
): ConfigurationSchemaObject => ({ type: 'object', properties, required, additionalProperties: false });
/** A mapping or a value of other types. Not an `anyOf`, so that a fault in the mapping does not suppress its deprecations. */
export const mappingOrSchema = (
  types: readonly string[],
  properties: { readonly [name: string]: ConfigurationSchema },
  required: readonly string[] = [],
): ConfigurationSchemaObject => ({ ...mappingSchema(properties, required), type: ['object', ...types] });
export const mapSchema = (of: ConfigurationSchema): ConfigurationSchemaObject => ({ type: 'object', additionalProperties: of });
export const listSchema = (of: ConfigurationSchema): ConfigurationSchemaObject => ({ type: 'array', items: of });
export const referTo = (definition: string): ConfigurationSchemaObject => ({ $ref: `#/$defs/${definition}` });

/** Marks a schema as deprecated, with what to write instead. */
export const deprecateSchema = (message: string, schema: ConfigurationSchemaObject = {}): ConfigurationSchemaObject => ({
  ...schema,
  deprecated: true,
  'x-deprecation-message': message,
});
