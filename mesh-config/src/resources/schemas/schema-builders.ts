/** A JSON Schema, as data. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

export const anyValue: Schema = {};
export const text: Schema = { type: 'string' };
export const boolean: Schema = { type: 'boolean' };
export const count: Schema = { type: 'integer', minimum: 0 };
export const integer: Schema = { type: 'integer' };
export const percent: Schema = { type: 'number', minimum: 0, maximum: 100 };
/** A duration such as `1h`, `1.5s` or `100ms`. */
export const durationText: Schema = {
  type: 'string',
  pattern: '^[+-]?(0|(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$',
  description: 'A time, such as 1.5s or 100ms.',
};
export const textList: Schema = { type: 'array', items: text };
export const labels: Schema = { type: 'object', additionalProperties: text };

export const list = (items: Schema): Schema => ({ type: 'array', items });
export const map = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });
/** A name of an enumeration; a number that has no name is allowed. */
export const oneOf = (...values: readonly string[]): Schema => ({ if: { type: 'string' }, then: { enum: values } });
/** Other members are allowed: newer releases have more than these schemas. */
export const object = (properties: Readonly<Record<string, Schema>>, ...required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
});

/** Marks what still works and should be replaced. `replacement`: the sibling that takes the same value. */
export const deprecated = (schema: Schema, instead: string, replacement?: string): Schema => ({
  ...schema,
  deprecated: true,
  'x-deprecation-message': instead,
  ...(replacement === undefined ? {} : { 'x-deprecated-replacement': replacement }),
});

/** A whole document whose spec is this. */
export const document = (spec: Schema, rest: Schema = {}): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { apiVersion: text, kind: text, metadata: { type: 'object' }, spec, status: anyValue },
  ...rest,
});
