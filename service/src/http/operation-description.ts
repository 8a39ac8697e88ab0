import type { JsonSchema } from '@slipway/declarations/derive/json-schema';

/** A query parameter: what it does, and the schema of its value. */
export interface QueryParameter {
  readonly doc: string;
  readonly schema: JsonSchema;
}

/**
 * What an operation accepts and responds with, in the neutral dialect. The pipeline refuses or reports what is not described
 * (`pipeline/undeclared.ts`), and the OpenAPI document is made from it.
 */
export interface OperationDescription {
  /** One sentence. */
  readonly summary: string;
  /** By name. `{index}` in a name stands for a number: `filter[tagged][{index}][key]`. Absent: no parameters. */
  readonly query?: { readonly [name: string]: QueryParameter };
  /**
   * Schema of the JSON body. An object that lists `properties` has no others, unless `additionalProperties` is true or a schema.
   * Absent: the operation reads no body.
   */
  readonly request?: JsonSchema;
  /** By status; null: a response without a body. Of errors only those that have another body than the API's errors. */
  readonly responses: { readonly [status: number]: JsonSchema | null };
  /** The literal body of a request. */
  readonly example?: unknown;
}

export const textParameter = (doc: string): QueryParameter => ({ doc, schema: { type: 'string' } });
/** A parameter whose value is `true` or `false`. */
export const flagParameter = (doc: string): QueryParameter => ({ doc, schema: { type: 'string', enum: ['true', 'false'] } });

const pageSchema = { type: 'integer', minimum: 1 } as const;
export const pageParameters: { readonly [name: string]: QueryParameter } = {
  'page[number]': { doc: 'The number of the page, from 1.', schema: { ...pageSchema, default: 1 } },
  'page[size]': { doc: 'Documents on a page.', schema: { ...pageSchema, maximum: 100, default: 20 } },
};

/** The schemas of the members of a JSON:API document that the operation responds with. */
export const findDocumentMembers = ({ responses }: OperationDescription) => {
  const properties = responses[200]?.['properties'] as { readonly [name: string]: JsonSchema } | undefined;
  if (properties?.['included'] === undefined) return undefined;
  const data = properties['data']!;
  const document = data['type'] === 'array' ? (data['items'] as JsonSchema) : data;
  return {
    isList: data['type'] === 'array',
    members: document['properties'] as { readonly [name: string]: JsonSchema | undefined } | undefined,
  };
};

/** Names of the relationships of the documents that the operation responds with; none where it responds with no JSON:API document. */
export const listRelationshipNames = (description: OperationDescription): readonly string[] =>
  Object.keys(findDocumentMembers(description)?.members?.['relationships']?.['properties'] ?? {});

const includeParameter = textParameter('Names of relationships whose documents are added as `included`.');

/**
 * Adds the parameters that every JSON:API read has unless it describes them: pages of lists (`json-api/page.ts`), and `include`
 * (`json-api/resolve-includes.ts`).
 */
export const withReadParameters = (description: OperationDescription): OperationDescription => {
  const found = findDocumentMembers(description);
  if (!found) return description;
  const query = {
    ...(found.isList ? pageParameters : {}),
    ...(listRelationshipNames(description).length > 0 ? { include: includeParameter } : {}),
    ...description.query,
  };
  return { ...description, query };
};
