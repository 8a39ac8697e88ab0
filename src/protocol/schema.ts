import { encodeType } from './cty/type.ts';
import type { AttributeMessage, NestedMessage } from './messages/schema.ts';
import type { IdentitySchema, BlockSchema, SchemaAttribute } from '@slipway/declarations/block-schema';
import type { FunctionServer, FunctionParameter } from './provider-server.ts';

const markdown = 1;
const nestingModes = { single: 1, list: 2, set: 3, map: 4 } as const;

const encodeAttribute = (name: string, one: SchemaAttribute): Partial<AttributeMessage> => ({
  name,
  description: one.description,
  description_kind: markdown,
  required: one.required === true,
  optional: one.optional === true,
  computed: one.computed === true,
  sensitive: one.sensitive === true,
  write_only: one.writeOnly === true,
  deprecated: one.deprecated === true,
  deprecation_message: one.deprecationMessage ?? '',
  ...(one.nested === undefined ? { type: encodeType(one.type!) } : { nested_type: encodeNested(one.nested) }),
});

/** Encodes attributes sorted by name, as engines sort them, so that the same provider always responds with the same bytes. */
const encodeAttributes = (attributes: { readonly [name: string]: SchemaAttribute }) =>
  Object.keys(attributes)
    .sort()
    .map((name) => encodeAttribute(name, attributes[name]!));

const encodeNested = (nested: NonNullable<SchemaAttribute['nested']>): Partial<NestedMessage> => ({
  attributes: encodeAttributes(nested.attributes),
  nesting: nestingModes[nested.nesting],
});

const buildSchemaMessage = (schema: BlockSchema) => ({
  version: schema.version,
  block: {
    version: schema.version,
    attributes: encodeAttributes(schema.attributes),
    description: schema.description,
    description_kind: markdown,
    deprecated: schema.deprecated === true,
    deprecation_message: schema.deprecationMessage ?? '',
  },
});
const schemaMessages = new WeakMap<BlockSchema, ReturnType<typeof buildSchemaMessage>>();

/** Built once for each schema: every engine that reattaches requests all of them. */
export const encodeSchema = (schema: BlockSchema): ReturnType<typeof buildSchemaMessage> => {
  let message = schemaMessages.get(schema);
  if (!message) schemaMessages.set(schema, (message = buildSchemaMessage(schema)));
  return message;
};

export const encodeIdentitySchema = ({ version, attributes }: IdentitySchema) => ({
  version,
  identity_attributes: Object.entries(attributes).map(([name, { type, description, requiredForImport }]) => ({
    name,
    type: encodeType(type),
    description,
    required_for_import: requiredForImport,
    optional_for_import: !requiredForImport,
  })),
});

const encodeParameter = ({ name, type, description, allowNull, allowUnknown }: FunctionParameter) => ({
  name,
  type: encodeType(type),
  description,
  description_kind: markdown,
  allow_null_value: allowNull === true,
  allow_unknown_values: allowUnknown === true,
});

export const encodeFunction = (one: FunctionServer) => ({
  parameters: one.parameters.map(encodeParameter),
  ...(one.variadic === undefined ? {} : { variadic_parameter: encodeParameter(one.variadic) }),
  return: { type: encodeType(one.returns) },
  summary: one.summary,
  description: one.description,
  description_kind: markdown,
  deprecation_message: one.deprecationMessage ?? '',
});

/** A record as the map it is on the wire. */
export const toMap = <T, U>(all: { readonly [name: string]: T }, send: (one: T) => U): Map<string, U> =>
  new Map(Object.entries(all).map(([name, one]) => [name, send(one)]));
