import type { AttributeKind } from '@slipway/declarations/declare';
import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import { type OperationDescription, type QueryParameter, textParameter } from '../http/operation-description.ts';
import {
  type DocumentShape,
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  includeParameter,
  listParameters,
} from '../json-api/describe-document.ts';
import type { Noun, NounAttribute } from './declaration.ts';
import { isToMany } from './relationships/relationship.ts';

/** The schema of a kind; members of objects in the names of documents. */
export const describeKind = ({ members, item, collection, json }: AttributeKind): JsonSchema => {
  if (members) {
    const properties = Object.fromEntries(Object.entries(members).map(([name, { kind }]) => [name, nullable(describeKind(kind))]));
    return { type: 'object', properties };
  }
  if (!item) return json as JsonSchema;
  const { uniqueItems: _uniqueItems, ...rest } = json as JsonSchema;
  return { ...rest, [collection === 'map' ? 'additionalProperties' : 'items']: describeKind(item) };
};

const nullable = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  ...(typeof schema['type'] === 'string' ? { type: [schema['type'], 'null'] } : {}),
  ...(Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}),
});

const describeAttribute = ({ kind, mode, doc, effect, secret, value }: NounAttribute, request: boolean): JsonSchema => ({
  ...(request && mode === 'required' ? describeKind(kind) : nullable(describeKind(kind))),
  description: effect === 'none' ? `${doc} Kept and returned; it has no effect in this service.` : doc,
  ...(mode === 'computed' ? { readOnly: true } : {}),
  ...(secret && !value ? { writeOnly: true } : {}),
});

const describeShape = (noun: Noun, side: 'create' | 'update' | 'response'): DocumentShape => {
  const request = side !== 'response';
  const attributes = Object.entries(noun.attributes).filter(([, { mode, secret, value }]) =>
    request ? mode !== 'computed' : !secret || value,
  );
  const relationships = Object.entries(noun.relationships ?? {}).filter(
    ([, { direction }]) =>
      !request || direction === 'toOne' || direction === 'toMany' || direction === 'parent' || direction === 'organization',
  );
  return {
    type: noun.type,
    attributes: Object.fromEntries(attributes.map(([name, attribute]) => [name, describeAttribute(attribute, request)])),
    required:
      side === 'update' ? [] : attributes.filter(([, { mode }]) => side === 'response' || mode === 'required').map(([name]) => name),
    relationships: Object.fromEntries(
      relationships.map(([name, one]) => {
        const to = one.direction === 'parent' ? noun.parents.map(({ type }) => type) : one.to;
        return [name, { to, ...(isToMany(one) ? { many: true as const } : {}) }];
      }),
    ),
  };
};

/** The parameter `sort` of lists; empty if no attribute is sortable. */
export const describeSort = (noun: Noun): { readonly sort?: QueryParameter } => {
  const sortable = Object.keys(noun.attributes).filter((name) => noun.attributes[name]!.sort);
  if (sortable.length === 0) return {};
  return { sort: { doc: 'The order; descending with -.', schema: { enum: sortable.flatMap((name) => [name, `-${name}`]) } } };
};

const listQuery = (noun: Noun): { readonly [name: string]: QueryParameter } => {
  const query: Record<string, QueryParameter> = { ...listParameters, ...describeSort(noun) };
  for (const [name, { search, filter }] of Object.entries(noun.attributes)) {
    if (search !== undefined) query[search] = textParameter('A part of the name, in upper or lower case.');
    if (filter !== undefined) query[filter] = textParameter(`Only those with this ${name}; several are separated by commas.`);
  }
  for (const [name, relationship] of Object.entries(noun.relationships ?? {})) {
    if (relationship.direction !== 'toMany') continue;
    for (const filter of [relationship.filter, relationship.filterAlias])
      if (filter !== undefined) query[filter] = textParameter(`The name of one of the ${name.replaceAll('-', ' ')}.`);
  }
  return query;
};

const include = { include: includeParameter };

/** The descriptions of the five operations of a noun. */
export const describeNoun = (noun: Noun): { readonly [operation in Noun['operations'][number]]: OperationDescription } => {
  const response = describeShape(noun, 'response');
  const one = describeResponseDocument(response);
  return {
    list: {
      summary: `Lists each ${noun.label}.`,
      query: { ...listQuery(noun), ...noun.readQuery },
      responses: { 200: describeResponseList(response) },
    },
    create: {
      summary: `Creates: ${noun.doc}`,
      query: include,
      request: describeRequestDocument(describeShape(noun, 'create')),
      responses: { 201: one },
    },
    read: { summary: noun.doc, query: { ...include, ...noun.readQuery }, responses: { 200: one } },
    update: {
      summary: `Updates the ${noun.label}; what is not sent stays.`,
      query: include,
      request: describeRequestDocument(describeShape(noun, 'update')),
      responses: { 200: one },
    },
    delete: { summary: `Deletes the ${noun.label}.`, responses: { 204: null } },
  };
};
