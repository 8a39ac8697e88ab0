import type { JsonSchema } from '../../../derive/json-schema.ts';
import { nullable } from '../../http/body-schemas.ts';
import { type OperationDescription, type QueryParameter, textParameter } from '../../http/operation-description.ts';

interface Properties {
  readonly [name: string]: JsonSchema;
}
/** Kinds of members in responses. */
export const kinds = {
  text: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  time: { type: 'string', format: 'date-time' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  texts: { type: 'array', items: { type: 'string' } },
  textMap: { type: 'object', additionalProperties: { type: 'string' } },
  anything: {},
} as const satisfies Properties;

export const oneOfWords = (...words: readonly string[]): JsonSchema => ({ type: 'string', enum: words });
export const arrayOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

/** A document with these members; `more`: members that it does not always have. */
export const documentOf = (members: Properties, more: Properties = {}): JsonSchema => ({
  type: 'object',
  properties: { ...members, ...more },
  required: Object.keys(members),
});
/** A list in one response. */
export const itemsOf = (item: JsonSchema): JsonSchema => documentOf({ items: arrayOf(item) });
/** A page of a list. */
export const pageOf = (item: JsonSchema): JsonSchema => documentOf({ items: arrayOf(item), next_page_token: nullable(kinds.text) });
export const acknowledgement = documentOf({ message: kinds.text });

/** The body of a request that has no members. */
export const emptyObject: JsonSchema = { type: 'object', properties: {} };

export const pageToken: { readonly [name: string]: QueryParameter } = {
  'page-token': textParameter('The `next_page_token` of the page before. Without it: the first page.'),
};
export const uuidQuery = (doc: string): QueryParameter => ({ doc, schema: kinds.uuid });
export const wordQuery = (doc: string, ...words: readonly string[]): QueryParameter => ({ doc, schema: oneOfWords(...words) });

export interface OperationDescriptions {
  readonly [endpoint: string]: OperationDescription;
}
/** An operation that reads. */
export const describeRead = (
  summary: string,
  document: JsonSchema | null,
  query: OperationDescription['query'] = {},
): OperationDescription => ({
  summary,
  query,
  responses: { 200: document },
});
/** An operation that writes; without `request` it reads no body. */
export const describeWrite = (
  summary: string,
  responses: OperationDescription['responses'],
  request: JsonSchema = emptyObject,
  query: OperationDescription['query'] = {},
): OperationDescription => ({ summary, query, request, responses });
/** An operation that deletes, and acknowledges it. */
export const describeDeletion = (summary: string, query: OperationDescription['query'] = {}): OperationDescription =>
  describeWrite(summary, { 200: acknowledgement }, emptyObject, query);
