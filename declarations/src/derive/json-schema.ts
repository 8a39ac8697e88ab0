import {
  type Attribute,
  type Attributes,
  serviceDefault,
  type Constraint,
  type AttributeKind,
  schemaForPresence,
  withFormerNames,
} from '../declare/index.ts';
import { describeDefault } from './defaults.ts';

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** What is written in a block of configuration. */
export interface Block {
  readonly name: string;
  /** `resource`, `data source`, …: part of the URN, with dashes. */
  readonly form: string;
  readonly doc: string;
  readonly attributes: Attributes;
  readonly constraints?: readonly Constraint[];
  readonly deprecated?: string | undefined;
}

export interface JsonSchemaOptions {
  /** Also what only the service decides, as `readOnly`: the shape of a state. */ readonly computed?: boolean;
}

const schemaUrn = (of: Block): string => `urn:slipway:${of.form.replaceAll(' ', '-')}:${of.name}`;

const nullable = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  ...(schema['type'] === undefined ? {} : { type: [schema['type'], 'null'] }),
  ...(Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}),
});

/** Duplicates in a set are harmless, so `uniqueItems` of the kind is dropped. */
const kindSchema = (kind: AttributeKind, options: JsonSchemaOptions): JsonSchema => {
  if (kind.members) return membersSchema(kind.members, options);
  if (!kind.item) return kind.json as JsonSchema;
  const { uniqueItems: _uniqueItems, ...rest } = kind.json as JsonSchema;
  return { ...rest, [kind.collection === 'map' ? 'additionalProperties' : 'items']: kindSchema(kind.item, options) };
};

const deprecationKeywords = (message: string | undefined): JsonSchema =>
  message === undefined ? {} : { deprecated: true, 'x-deprecation-message': message };

const attributeSchema = (attribute: Attribute, options: JsonSchemaOptions): JsonSchema => ({
  description: [attribute.doc, attribute.default === serviceDefault ? describeDefault(attribute) : ''].filter(Boolean).join(' '),
  ...(attribute.mode === 'required' ? kindSchema(attribute.kind, options) : nullable(kindSchema(attribute.kind, options))),
  ...(attribute.default === undefined || attribute.default === serviceDefault ? {} : { default: attribute.default }),
  ...(attribute.mode === 'computed' ? { readOnly: true } : {}),
  ...(attribute.writeOnly ? { writeOnly: true } : {}),
  ...(attribute.sensitive || attribute.secret ? { 'x-sensitive': true } : {}),
  ...deprecationKeywords(attribute.deprecated),
});

/** One of two names, and where it is required, one at least. */
const ofFormerNames = (attributes: Attributes): readonly JsonSchema[] =>
  Object.entries(attributes).flatMap(([name, { renamedFrom, mode }]) => {
    if (!renamedFrom || mode === 'computed') return [];
    const names = [name, renamedFrom.name].map(schemaForPresence);
    return [
      { $comment: `\`${renamedFrom.name}\` is the former name of \`${name}\`; only one of them can be set.`, not: { allOf: names } },
      ...(mode === 'required' ? [{ $comment: `\`${name}\` is required.`, anyOf: names }] : []),
    ];
  });

const membersSchema = (attributes: Attributes, options: JsonSchemaOptions): JsonSchema => {
  const formerNames = options.computed ? [] : ofFormerNames(attributes);
  const shown = Object.entries(withFormerNames(attributes)).filter(([, attribute]) => options.computed || attribute.mode !== 'computed');
  const needed = shown.filter(([, attribute]) => attribute.mode === 'required').map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map(([name, attribute]) => [name, attributeSchema(attribute, options)])),
    ...(needed.length > 0 ? { required: needed } : {}),
    additionalProperties: false,
    ...(formerNames.length > 0 ? { allOf: formerNames } : {}),
  };
};

/**
 * JSON Schema 2020-12 of one block of configuration, in snake case. Agrees with `validateConfig` on every document without
 * unknowns: an optional attribute may be null, a required one may not; what only the service decides is left out, and so refused.
 */
export const jsonSchema = (of: Block, options: JsonSchemaOptions = {}): JsonSchema => {
  const rules = [
    ...(of.constraints ?? []).map((constraint) => ({ $comment: constraint.doc, ...constraint.json })),
    ...(options.computed ? [] : ofFormerNames(of.attributes)),
  ];
  const { allOf: _, ...members } = membersSchema(of.attributes, options);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: options.computed ? `${schemaUrn(of)}:state` : schemaUrn(of),
    title: of.name,
    description: of.doc,
    ...members,
    ...deprecationKeywords(of.deprecated),
    ...(rules.length > 0 ? { allOf: rules } : {}),
  };
};
