import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import { arrayValue, enumValue, nullableString, objectValue, partialObject, stringValue, uuidValue } from '../../http/body-schemas.ts';
import { type OperationDescription, type QueryParameter, textParameter } from '../../http/operation-description.ts';

/** An object of which the hosted dialect writes each member with hyphens also with underscores (`bothSpellings`). */
export const spelledValue = (members: { readonly [name: string]: JsonSchema }): JsonSchema =>
  objectValue(
    members,
    Object.fromEntries(
      Object.entries(members)
        .filter(([name]) => name.includes('-'))
        .map(([name, schema]) => [name.replaceAll('-', '_'), schema]),
    ),
  );
/** A list in one response. */
export const itemsOf = (item: JsonSchema): JsonSchema => objectValue({ items: arrayValue(item) });
/** A page of a list. */
export const pageOf = (item: JsonSchema): JsonSchema => objectValue({ items: arrayValue(item), next_page_token: nullableString });
export const acknowledgement = objectValue({ message: stringValue });

/** The body of a request that has no members. */
export const emptyObject: JsonSchema = partialObject({});

export const pageToken: { readonly [name: string]: QueryParameter } = {
  'page-token': textParameter('The `next_page_token` of the page before. Without it: the first page.'),
};
export const uuidQuery = (doc: string): QueryParameter => ({ doc, schema: uuidValue });
export const wordQuery = (doc: string, ...words: readonly string[]): QueryParameter => ({ doc, schema: enumValue(...words) });

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
