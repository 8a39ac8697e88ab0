import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { filePath } from '../../documents/file-path.ts';
import { lineIndex } from '../../documents/index.ts';
import { ignoredKeywords } from '../../compile/ignored-keywords.ts';
import { type Compiled, compile, type FormatHandling, SchemaError } from '../../index.ts';
import { type Catalog, openCatalog } from './catalog.ts';
import { officialDialect } from './official-dialect.ts';
import { isUri } from './is-uri.ts';
import { InlineLimitError } from '../files/inline-limits.ts';
import { SchemaProblem } from './schema-problem.ts';
import { decodePath, type ExternalReference, findReferences } from './find-references.ts';
import { inlineSchemaFile, readSchemaFile, type SchemaFile } from './read-schema-file.ts';

/** A schema ready for use, and the files that it was made of. */
export interface LoadedSchema {
  readonly compiled: Compiled;
  readonly files: readonly string[];
  /** Keywords of these files that assert nothing. */
  readonly hints: readonly SchemaProblem[];
}

/** Schemas and catalogs, read once; a new store forgets. */
export interface SchemaStore {
  /** The schema of a file, or `inline`, which is taken for its content. Throws a SchemaProblem. */
  load(file: string, asked: SchemaQuery, inline?: unknown): Promise<LoadedSchema>;
  /** A schema without a file; `name`: its key in the cache. */
  compile(name: string, schema: unknown, dialect?: string): Promise<Compiled>;
  /** Throws a CatalogFault when what the folder has cannot be used. */
  catalog(folder: string): Catalog;
}
export interface SchemaQuery {
  readonly catalog?: string | undefined;
  readonly strictSpec?: boolean | undefined;
  readonly formats?: FormatHandling | undefined;
}

const referencedFile = (
  { uri, otherUri, written }: ExternalReference,
  from: SchemaFile,
  catalog: Catalog | undefined,
): string | undefined => {
  for (const one of [uri, ...(otherUri === undefined ? [] : [otherUri])]) {
    const path = one.startsWith('file:') ? filePath(one) : catalog?.forUrl(one);
    if (path !== undefined && existsSync(path)) return path;
  }
  // An identifier on the network, and the neighbours in the same folder: what a relative reference means to its author.
  const beside = uri.startsWith('file:') || isUri(written) ? undefined : resolve(dirname(from.file), decodePath(written));
  return beside !== undefined && existsSync(beside) ? beside : undefined;
};

const ignoredKeywordHints = ({ file, value, source }: SchemaFile): readonly SchemaProblem[] => {
  const ignored = ignoredKeywords(value);
  const spots = ignored.length === 0 ? undefined : source.documents[0]?.locate(ignored.map(({ pointer }) => pointer));
  return ignored.map(({ pointer, message }) => {
    const spot = spots?.get(pointer);
    return new SchemaProblem(file, message, spot && lineIndex(source.text).region(spot.key), pointer);
  });
};

/** The file with all schemas that it refers to, by URI. Missing ones are reported by the compiler, with their location. */
async function loadReferences(root: SchemaFile, catalog: Catalog | undefined, most: number) {
  const schemas: Record<string, unknown> = {};
  const places = new Map<string, readonly [SchemaFile, string]>([[root.uri, [root, '']]]);
  const read = new Map<string, SchemaFile>([[root.file, root]]);
  const open: (readonly [SchemaFile, string])[] = [[root, root.uri]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [file, base] = next;
    const { references, identifiers } = findReferences(file.value, base);
    for (const [uri, pointer] of identifiers) if (!places.has(uri)) places.set(uri, [file, pointer]);
    for (const reference of references) {
      if (places.has(reference.uri) || officialDialect(reference.uri) !== undefined) continue;
      const path = referencedFile(reference, file, catalog);
      if (path === undefined) continue;
      const other = read.get(path) ?? (await readSchemaFile(path, most));
      read.set(path, other);
      schemas[reference.uri] = other.value;
      places.set(reference.uri, [other, '']);
      open.push([other, reference.uri]);
    }
  }
  return { schemas, places, files: [...read.keys()], hints: [...read.values()].flatMap(ignoredKeywordHints) };
}

const hasOwnDialect = (schema: unknown): boolean => {
  const said = typeof schema === 'object' && schema !== null ? (schema as { readonly $schema?: unknown }).$schema : undefined;
  return typeof said === 'string' && officialDialect(said) === undefined;
};

/** Locates a SchemaError, which has a URI, in a file. */
function locateError(error: SchemaError, root: SchemaFile, places: ReadonlyMap<string, readonly [SchemaFile, string]>): SchemaProblem {
  const [uri = '', fragment = ''] = error.location.split('#', 2);
  const [file, above] = places.get(uri) ?? [root, ''];
  let pointer = above;
  try {
    pointer += decodeURIComponent(fragment);
  } catch {
    pointer += fragment;
  }
  const spot = fragment === '' || fragment.startsWith('/') ? file.source.documents[0]?.locate([pointer]).get(pointer) : undefined;
  // The rest of the message contains what is at the location.
  const words = error.message.startsWith(`The schema is in error at ${error.location}: `)
    ? error.message.slice(`The schema is in error at ${error.location}: `.length)
    : error.message;
  return new SchemaProblem(
    file.file,
    words.replace(/^./, (first) => first.toUpperCase()),
    spot && lineIndex(file.source.text).region(spot.key),
    spot ? pointer : '',
  );
}

/** With `most`, throws TooMuch for a schema of more bytes, or one with a custom dialect whose patterns may be slow. */
export function schemaStore(most = Infinity): SchemaStore {
  const loaded = new Map<string, Promise<LoadedSchema>>();
  const mades = new Map<string, Promise<Compiled>>();
  const catalogs = new Map<string, Catalog>();
  const remembered = <T>(all: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> => {
    const known = all.get(key);
    if (known) return known;
    const making = make();
    all.set(key, making);
    return making;
  };
  const catalog = (folder: string): Catalog => {
    const known = catalogs.get(folder) ?? openCatalog(folder);
    catalogs.set(folder, known);
    return known;
  };
  return {
    catalog,
    load: (file, { catalog: folder, strictSpec = false, formats = 'specification' }, inline) =>
      remembered(loaded, `${strictSpec} ${formats} ${folder ?? ''} ${file}${JSON.stringify(inline) ?? ''}`, async () => {
        const root = inline === undefined ? await readSchemaFile(file, most) : await inlineSchemaFile(file, inline);
        const { schemas, places, files, hints } = await loadReferences(root, folder === undefined ? undefined : catalog(folder), most);
        if (most !== Infinity && [root.value, ...Object.values(schemas)].some(hasOwnDialect)) throw new InlineLimitError();
        try {
          return { compiled: await compile(root.value, { uri: root.uri, schemas, strictSpec, formats }), files, hints };
        } catch (error) {
          if (error instanceof SchemaError) throw locateError(error, root, places);
          throw error;
        }
      }),
    compile: (name, schema, dialect) => remembered(mades, name, () => compile(schema, dialect === undefined ? {} : { dialect })),
  };
}
