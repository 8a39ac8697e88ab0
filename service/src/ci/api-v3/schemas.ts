import { arrayValue, nullable, objectValue, stringValue } from '../../http/body-schemas.ts';
import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import { type QueryParameter, textParameter } from '../../http/operation-description.ts';

/** The envelope of one object. */
export const entityBody = (entity: JsonSchema): JsonSchema => objectValue({ data: entity });
/** The envelope of a list. */
export const entitiesBody = (entity: JsonSchema): JsonSchema =>
  objectValue({ data: arrayValue(entity), page: objectValue({ next: nullable(stringValue), prev: nullable(stringValue) }) });

export const pageLimitParameter = (most: number): QueryParameter => ({
  doc: 'Items on a page.',
  schema: { type: 'integer', minimum: 1, maximum: most, default: most },
});
export const pageCursorParameter: QueryParameter = textParameter('`page.next` of the page before.');
export const uuidFilterParameter = (doc: string): QueryParameter => ({ doc, schema: { type: 'string', format: 'uuid' } });
