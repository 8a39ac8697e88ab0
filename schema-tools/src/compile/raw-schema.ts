import { compile as compileDocument, getSchema } from '@hyperjump/json-schema/experimental';
import { setShouldValidateSchema } from '@hyperjump/json-schema/draft-2020-12';
import { type CompiledKeyword, type SchemaAst, shortenKeywordId } from '../evaluate/ast.ts';
import { useSeparatePatterns } from './additional-properties.ts';
import type { FormatHandling } from '../api.ts';
import { formatKeyword } from '../keywords/format.ts';
import { unmaskData } from './mask-data.ts';
import type { DocumentStore } from './document-store.ts';

// Schemas are held against their dialect by our own closures: faster, and with a place to name.
setShouldValidateSchema(false);

/** The result of hyperjump's compiler. */
export interface RawSchema {
  readonly ast: { readonly [uri: string]: unknown };
  readonly schemaUri: string;
}

type AnchorTable = { readonly [base: string]: { readonly dynamicAnchors: { readonly [anchor: string]: string } } };

/** Compiles what is on the shelf under a URI. */
export const compileRaw = async (books: DocumentStore, uri: string): Promise<RawSchema> => {
  useSeparatePatterns();
  const raw = (await compileDocument(await getSchema(uri, books as never))) as unknown as RawSchema;
  for (const rows of Object.values(raw.ast))
    if (Array.isArray(rows)) for (const row of rows as [string, string, unknown][]) row[2] = unmaskData(shortenKeywordId(row[0]), row[2]);
  return raw;
};

/** The compiled schema as our own data: short keywords, regular expressions, and everything else unchanged. */
export const convertRaw = ({ ast, schemaUri }: RawSchema, formats: FormatHandling = 'specification'): Omit<SchemaAst, 'dialect'> => {
  const {
    metaData,
    plugins: _plugins,
    ...nodes
  } = ast as {
    readonly metaData: AnchorTable;
    readonly plugins: unknown;
    readonly [uri: string]: unknown;
  };
  return {
    root: schemaUri,
    nodes: Object.fromEntries(
      Object.entries(nodes as { readonly [uri: string]: boolean | readonly CompiledKeyword[] }).map(([uri, rows]) => [
        uri,
        typeof rows === 'boolean'
          ? rows
          : rows.map(([keyword, location, value]): CompiledKeyword => [formatKeyword(shortenKeywordId(keyword), formats), location, value]),
      ]),
    ),
    dynamicAnchors: Object.fromEntries(Object.entries(metaData).map(([base, { dynamicAnchors }]) => [base, dynamicAnchors])),
  };
};
