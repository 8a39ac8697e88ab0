import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import { pageParameters, type QueryParameter, textParameter } from '../http/operation-description.ts';

/** The type of the documents that a relationship links to; several: any of them. */
export interface RelationshipShape {
  readonly to: string | readonly string[];
  readonly many?: true;
  /** The members of entries in a request's relationships. Absent: any, without effect. */
  readonly attributes?: { readonly [name: string]: JsonSchema };
}
export interface DocumentShape {
  /** Several: any of them. */
  readonly type: string | readonly string[];
  /** Schemas of the attributes by name. */
  readonly attributes: { readonly [name: string]: JsonSchema };
  /** In a request: the attributes that must be sent. In a response: those that are always present. */
  readonly required?: readonly string[];
  readonly relationships?: { readonly [name: string]: RelationshipShape };
}

const typeSchema = (types: string | readonly string[]): JsonSchema =>
  typeof types === 'string' ? { type: 'string', const: types } : { type: 'string', enum: types };

/** What every relationship and document may hold besides, and clients send back as they read it. */
const links: JsonSchema = { type: 'object', additionalProperties: true };

export const describeIdentifier = (types: string | readonly string[], attributes?: RelationshipShape['attributes']): JsonSchema => ({
  type: 'object',
  required: ['type', 'id'],
  properties: {
    type: typeSchema(types),
    id: { type: 'string' },
    attributes: attributes ? { type: 'object', properties: attributes } : links,
    relationships: links,
    meta: links,
    links,
  },
});

/** An entry that may create what it names has no ID. */
const describeNamed = (to: RelationshipShape['to'], attributes: RelationshipShape['attributes']): JsonSchema => ({
  ...describeIdentifier(to, attributes),
  ...(attributes ? { required: ['type'] } : {}),
});

const describeRelationship = ({ to, many, attributes }: RelationshipShape): JsonSchema => ({
  type: 'object',
  properties: {
    data: many ? { type: 'array', items: describeNamed(to, attributes) } : { oneOf: [{ type: 'null' }, describeIdentifier(to)] },
    links,
    meta: links,
  },
});

const describeResource = (
  { type, attributes, relationships = {}, required = [] }: DocumentShape,
  needed: readonly string[],
): JsonSchema => ({
  type: 'object',
  required: [...needed, ...(required.length > 0 ? ['attributes'] : [])],
  properties: {
    type: typeSchema(type),
    id: { type: 'string' },
    attributes: { type: 'object', properties: attributes, ...(required.length > 0 ? { required } : {}) },
    relationships: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(relationships).map(([name, shape]) => [name, describeRelationship(shape)])),
    },
    links,
    meta: links,
  },
});

/** The body of a create or an update. */
export const describeRequestDocument = (shape: DocumentShape): JsonSchema => ({
  type: 'object',
  required: ['data'],
  properties: { data: describeResource(shape, ['type']), jsonapi: links, links, meta: links },
});

const identity = { type: { type: 'string' }, id: { type: 'string' } } as const;
const included: JsonSchema = {
  type: 'array',
  items: { type: 'object', required: ['type', 'id'], properties: identity, additionalProperties: true },
};

/** The body of a response with one document. */
export const describeResponseDocument = (shape: DocumentShape): JsonSchema => ({
  type: 'object',
  required: ['data'],
  properties: { data: describeResource(shape, ['type', 'id']), included, links, meta: links },
});

/** The body of a response with a list, with pages or without. */
export const describeResponseList = (shape: DocumentShape): JsonSchema => ({
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: describeResource(shape, ['type', 'id']) }, included, links, meta: links },
});

/** The body of a request that names documents: `{"data": [{"type", "id"}]}`; with `attributes`, it may create them. */
export const describeRequestList = (types: string | readonly string[], attributes?: RelationshipShape['attributes']): JsonSchema => ({
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: describeNamed(types, attributes) } },
});

export const includeParameter: QueryParameter = textParameter('Names of relationships whose documents are added as `included`.');

/** Query parameters of lists with pages: the page, and `include`. */
export const listParameters: { readonly [name: string]: QueryParameter } = {
  ...pageParameters,
  include: includeParameter,
};
