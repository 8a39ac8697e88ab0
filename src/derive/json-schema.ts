import { type Attribute, type Attributes, chosen, type Constraint, type Kind } from '../declare/index.ts';
import { sentenceOfDefault } from './defaults.ts';

export interface JsonSchema { readonly [keyword: string]: unknown }

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

export interface Asked { /** Also what only the service decides, as `readOnly`: the shape of a state. */ readonly computed?: boolean }

const urn = (of: Block): string => `urn:slipway:${of.form.replaceAll(' ', '-')}:${of.name}`;

const orNull = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  ...(schema['type'] === undefined ? {} : { type: [schema['type'], 'null'] }),
  ...(Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}),
});

/** Repetition in a set means nothing, so it is no fault: `uniqueItems` of the kind stays out. */
const ofKind = (kind: Kind, asked: Asked): JsonSchema => {
  if (kind.members) return ofMembers(kind.members, asked);
  if (!kind.item) return kind.json as JsonSchema;
  const { uniqueItems, ...rest } = kind.json as JsonSchema;
  return { ...rest, [kind.collection === 'map' ? 'additionalProperties' : 'items']: ofKind(kind.item, asked) };
};

const deprecation = (message: string | undefined): JsonSchema =>
  (message === undefined ? {} : { deprecated: true, 'x-deprecation-message': message });

const ofAttribute = (attribute: Attribute, asked: Asked): JsonSchema => ({
  description: [attribute.doc, attribute.default === chosen ? sentenceOfDefault(attribute) : ''].filter(Boolean).join(' '),
  ...(attribute.mode === 'required' ? ofKind(attribute.kind, asked) : orNull(ofKind(attribute.kind, asked))),
  ...(attribute.default === undefined || attribute.default === chosen ? {} : { default: attribute.default }),
  ...(attribute.mode === 'computed' ? { readOnly: true } : {}),
  ...(attribute.writeOnly ? { writeOnly: true } : {}),
  ...(attribute.sensitive || attribute.secret ? { 'x-sensitive': true } : {}),
  ...deprecation(attribute.deprecated),
});

const ofMembers = (attributes: Attributes, asked: Asked): JsonSchema => {
  const shown = Object.entries(attributes).filter(([, attribute]) => asked.computed || attribute.mode !== 'computed');
  const needed = shown.filter(([, attribute]) => attribute.mode === 'required').map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map(([name, attribute]) => [name, ofAttribute(attribute, asked)])),
    ...(needed.length > 0 ? { required: needed } : {}),
    additionalProperties: false,
  };
};

/**
 * JSON Schema 2020-12 of one block of configuration, in snake case. Agrees with `verdict` on every document without
 * unknowns: an optional attribute may be null, a required one may not; what only the service decides is left out, and so refused.
 */
export const jsonSchema = (of: Block, asked: Asked = {}): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: asked.computed ? `${urn(of)}:state` : urn(of),
  title: of.name,
  description: of.doc,
  ...ofMembers(of.attributes, asked),
  ...deprecation(of.deprecated),
  ...(of.constraints?.length ? { allOf: of.constraints.map((constraint) => ({ $comment: constraint.doc, ...constraint.json })) } : {}),
});
