import { buildSchemaDocument } from '@hyperjump/json-schema/experimental';
import { isObject } from '../json.ts';
import { SchemaError } from '../schema-error.ts';

/** The documents from which the compiler reads schemas. */
interface SchemaDocument {
  readonly baseUri: string;
  readonly dialectId: string;
  readonly embedded: { readonly [uri: string]: SchemaDocument };
}

/** Thrown instead of asking the network. */
export class MissingSchemaError extends Error {
  readonly uri: string;
  constructor(uri: string) {
    super(`${uri} is not among the schemas given`);
    this.name = 'MissingSchemaError';
    this.uri = uri;
  }
}

export interface DocumentStore {
  readonly _cache: { [uri: string]: SchemaDocument };
}

/** The documents one compilation may read: what is not on it is not fetched. */
export const createDocumentStore = (): DocumentStore => ({
  _cache: new Proxy<{ [uri: string]: SchemaDocument }>(
    {},
    {
      get: (target, name) => {
        if (typeof name === 'symbol' || Object.hasOwn(target, name)) return target[name as string];
        throw new MissingSchemaError(name);
      },
    },
  ),
});

/**
 * Stores a schema and its embedded schemas under the URI it was read from and its identifiers. Throws a SchemaError for a meta-schema that
 * requires an unknown vocabulary.
 */
export const addDocument = ({ _cache }: DocumentStore, schema: unknown, uri: string, dialect: string): void => {
  const document = buildDocument(schema, uri, dialect);
  _cache[uri] = document;
  for (const [own, inner] of Object.entries(document.embedded)) _cache[own] = inner;
};

const buildDocument = (schema: unknown, uri: string, dialect: string): SchemaDocument => {
  try {
    return buildSchemaDocument(schema as never, uri, dialect) as unknown as SchemaDocument;
  } catch (error) {
    const [, vocabulary] = /^Unrecognized vocabulary: (\S+)\. /.exec(error instanceof Error ? error.message : '') ?? [];
    if (vocabulary === undefined) throw error;
    throw new SchemaError(`${uri}#/$vocabulary`, `the vocabulary ${vocabulary} is required and not known`);
  }
};

/** Whether a schema is a meta-schema: it declares its vocabularies, so storing it defines a dialect. */
export const isMetaSchema = (schema: unknown): boolean => isObject(schema) && isObject(schema['$vocabulary']);
