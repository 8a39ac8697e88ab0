import { typeJson } from './cty/type.ts';
import type { AttributeMessage, NestedMessage } from './messages/schema.ts';
import type { FunctionServer, IdentitySchema, Parameter, Schema, SchemaAttribute } from './server.ts';

const markdown = 1;
const nesting = { single: 1, list: 2, set: 3, map: 4 } as const;

const sentAttribute = (name: string, one: SchemaAttribute): Partial<AttributeMessage> => ({
  name, description: one.description, description_kind: markdown,
  required: one.required === true, optional: one.optional === true, computed: one.computed === true,
  sensitive: one.sensitive === true, write_only: one.writeOnly === true,
  deprecated: one.deprecated === true, deprecation_message: one.deprecationMessage ?? '',
  ...(one.nested === undefined ? { type: typeJson(one.type!) } : { nested_type: sentNested(one.nested) }),
});

/** In the order of names: engines sort them anyway, and the same provider then answers the same bytes. */
const sentAttributes = (attributes: { readonly [name: string]: SchemaAttribute }) =>
  Object.keys(attributes).sort().map((name) => sentAttribute(name, attributes[name]!));

const sentNested = (nested: NonNullable<SchemaAttribute['nested']>): Partial<NestedMessage> =>
  ({ attributes: sentAttributes(nested.attributes), nesting: nesting[nested.nesting] });

const messageOf = (schema: Schema) => ({
  version: schema.version,
  block: {
    version: schema.version, attributes: sentAttributes(schema.attributes), description: schema.description, description_kind: markdown,
    deprecated: schema.deprecated === true, deprecation_message: schema.deprecationMessage ?? '',
  },
});
const sent = new WeakMap<Schema, ReturnType<typeof messageOf>>();

/** Made once for each schema: every engine that reattaches asks for all of them. */
export const sentSchema = (schema: Schema): ReturnType<typeof messageOf> => {
  let message = sent.get(schema);
  if (!message) sent.set(schema, message = messageOf(schema));
  return message;
};

export const sentIdentitySchema = ({ version, attributes }: IdentitySchema) => ({
  version,
  identity_attributes: Object.entries(attributes).map(([name, { type, description, requiredForImport }]) => ({
    name, type: typeJson(type), description, required_for_import: requiredForImport, optional_for_import: !requiredForImport,
  })),
});

const sentParameter = ({ name, type, description, allowNull, allowUnknown }: Parameter) => ({
  name, type: typeJson(type), description, description_kind: markdown,
  allow_null_value: allowNull === true, allow_unknown_values: allowUnknown === true,
});

export const sentFunction = (one: FunctionServer) => ({
  parameters: one.parameters.map(sentParameter),
  ...(one.variadic === undefined ? {} : { variadic_parameter: sentParameter(one.variadic) }),
  return: { type: typeJson(one.returns) },
  summary: one.summary, description: one.description, description_kind: markdown, deprecation_message: one.deprecationMessage ?? '',
});

/** A record as the map it is on the wire. */
export const mapped = <T, U>(all: { readonly [name: string]: T }, send: (one: T) => U): Map<string, U> =>
  new Map(Object.entries(all).map(([name, one]) => [name, send(one)]));
