import { compile as compileDocument, getSchema } from '@hyperjump/json-schema/experimental';
import { setShouldValidateSchema } from '@hyperjump/json-schema/draft-2020-12';
import { type Row, type Schemas, shortened } from '../evaluate/ast.ts';
import { unmasked } from './data.ts';
import type { Shelf } from './documents.ts';

// Schemas are held against their dialect by our own closures: faster, and with a place to name.
setShouldValidateSchema(false);

/** What hyperjump's compiler answers. */
export interface Raw { readonly ast: { readonly [uri: string]: unknown }; readonly schemaUri: string }

type Anchors = { readonly [base: string]: { readonly dynamicAnchors: { readonly [anchor: string]: string } } };

/** Compiles what is on the shelf under a URI. */
export const compileRaw = async (books: Shelf, uri: string): Promise<Raw> => {
  const raw = await compileDocument(await getSchema(uri, books as never)) as unknown as Raw;
  for (const rows of Object.values(raw.ast))
    if (Array.isArray(rows)) for (const row of rows as [string, string, unknown][]) row[2] = unmasked(shortened(row[0]), row[2]);
  return raw;
};

/** The same as data of ours: keywords in short, regular expressions and all else as they are. */
export const fromRaw = ({ ast, schemaUri }: Raw): Omit<Schemas, 'dialect'> => {
  const { metaData, plugins, ...nodes } = ast as { readonly metaData: Anchors; readonly plugins: unknown; readonly [uri: string]: unknown };
  return {
    root: schemaUri,
    nodes: Object.fromEntries(Object.entries(nodes as { readonly [uri: string]: boolean | readonly Row[] })
      .map(([uri, rows]) => [uri, typeof rows === 'boolean' ? rows : rows.map(([keyword, location, value]): Row => [shortened(keyword), location, value])])),
    dynamicAnchors: Object.fromEntries(Object.entries(metaData).map(([base, { dynamicAnchors }]) => [base, dynamicAnchors])),
  };
};
