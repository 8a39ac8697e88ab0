import type { BlockSchema, SchemaAttribute, CtyType } from '@slipway/declarations/block-schema';
import type { FunctionServer, FunctionParameter, Provider } from 'slipway/protocol/provider-server';

/** The output of `terraform providers schema -json` for one provider: the input of every code generator. */
export type ProviderSchemaJson = { readonly [section: string]: unknown };
type NamedValues<T> = { readonly [name: string]: T };

/** In the order of names, as the engine spells every map; undefined when there is none, as it leaves those out. */
const sortByName = <A, B>(of: NamedValues<A>, spell: (value: A) => B): NamedValues<B> | undefined => {
  const names = Object.keys(of).sort();
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, spell(of[name] as A)]));
};

const typeJson = (type: CtyType): unknown => {
  if (typeof type === 'string') return type;
  if (type[0] === 'object') return ['object', sortByName(type[1], typeJson) ?? {}];
  return type[0] === 'tuple' ? ['tuple', type[1].map(typeJson)] : [type[0], typeJson(type[1])];
};

/** JSON.stringify leaves out what is undefined, and the engine what is false or empty. */
const descriptionJson = (description: string) => (description === '' ? {} : { description, description_kind: 'markdown' });
const trueOrAbsent = (value: boolean | undefined) => value || undefined;

const attributeJson = (one: SchemaAttribute): unknown => ({
  ...(one.nested === undefined
    ? { type: typeJson(one.type as CtyType) }
    : { nested_type: { attributes: sortByName(one.nested.attributes, attributeJson), nesting_mode: one.nested.nesting } }),
  ...descriptionJson(one.description),
  deprecated: trueOrAbsent(one.deprecated),
  required: trueOrAbsent(one.required),
  optional: trueOrAbsent(one.optional),
  computed: trueOrAbsent(one.computed),
  sensitive: trueOrAbsent(one.sensitive),
  write_only: trueOrAbsent(one.writeOnly),
});

const schemaJson = ({ version, attributes, description, deprecated }: BlockSchema): unknown => ({
  version,
  block: { attributes: sortByName(attributes, attributeJson), ...descriptionJson(description), deprecated: trueOrAbsent(deprecated) },
});

const parameterJson = ({ name, description, allowNull, type }: FunctionParameter): unknown => ({
  name,
  description: description || undefined,
  is_nullable: trueOrAbsent(allowNull),
  type: typeJson(type),
});

const functionJson = (one: FunctionServer): unknown => ({
  description: one.description || undefined,
  summary: one.summary || undefined,
  deprecation_message: one.deprecationMessage || undefined,
  return_type: typeJson(one.returns),
  parameters: one.parameters.length === 0 ? undefined : one.parameters.map(parameterJson),
  variadic_parameter: one.variadic === undefined ? undefined : parameterJson(one.variadic),
});

const schemaOf = ({ schema }: { readonly schema: BlockSchema }): unknown => schemaJson(schema);

/** What a provider serves, straight from what stands behind the protocol: no engine is run. Members that are undefined are not there. */
export const providerSchemaJson = (
  provider: Pick<Provider, 'schema' | 'resources' | 'dataSources' | 'ephemerals' | 'functions'>,
): ProviderSchemaJson => ({
  provider: schemaJson(provider.schema),
  resource_schemas: sortByName(provider.resources, schemaOf),
  data_source_schemas: sortByName(provider.dataSources, schemaOf),
  ephemeral_resource_schemas: sortByName(provider.ephemerals, schemaOf),
  functions: sortByName(provider.functions, functionJson),
});

const escapeSequences: NamedValues<string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026', '\u2028': '\\u2028', '\u2029': '\\u2029' };

/** The bytes of `terraform providers schema -json` where this provider is the only one, its newline included. */
export const providersSchemaText = (address: string, provider: ProviderSchemaJson): string => {
  const text = JSON.stringify({ format_version: '1.0', provider_schemas: { [address]: provider } });
  return `${text.replace(/[<>&\u2028\u2029]/g, (character) => escapeSequences[character] as string)}\n`;
};
