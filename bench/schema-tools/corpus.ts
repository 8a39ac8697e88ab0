/** Schemas with files that are written to them. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isObject } from '../../schema-tools/src/json.ts';
import { fromCatalog } from './catalog.ts';
import { ownBlocks } from './own-blocks.ts';

export interface Entry {
  readonly name: string;
  readonly schema: unknown;
  /** Other schemas by URI that it refers to. */
  readonly schemas: { readonly [uri: string]: unknown };
  /** JSON texts. */
  readonly instances: readonly string[];
}

export interface Corpus {
  readonly from: string;
  readonly entries: readonly Entry[];
  /** All schemas there are, with or without instances. */
  readonly schemas: readonly unknown[];
}

export const root = join(import.meta.dirname, '../..');
export const modules = join(root, 'node_modules');

/** All files below a folder, as paths; a link is not followed. */
export const filesBelow = (folder: string): readonly string[] => readdirSync(folder, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).sort();

const jsonOf = (file: string): unknown => { try { return JSON.parse(readFileSync(file, 'utf8')); } catch { return undefined; } };

const plain = (uri: unknown): string => String(uri).replace(/#$/, '');

/** At most so many, spread evenly. */
export const some = <T>(all: readonly T[], most: number): readonly T[] =>
  (all.length <= most ? all : Array.from({ length: most }, (_, at) => all[Math.floor(at * all.length / most)]!));

/** The meta-schemas that ajv brings along, each with the schemas that say it. */
const metaSchemas = (schemas: readonly unknown[]): readonly Entry[] => {
  const folder = join(modules, 'ajv/dist/refs');
  const files = [...filesBelow(folder), join(modules, 'ajv-draft-04/dist/refs/json-schema-draft-04.json')].filter((file) => file.endsWith('.json'));
  const known = new Map(files.map(jsonOf).filter(isObject).map((schema) => [plain(schema['$id'] ?? schema['id']), schema]));
  return [...known].flatMap(([uri, schema]): readonly Entry[] => {
    const written = schemas.filter((one) => isObject(one) && plain(one['$schema']) === uri).map((one) => JSON.stringify(one));
    const near = uri.replace(/\/schema$/, '/meta/');
    return written.length === 0 ? [] : [{ name: uri, schema, schemas: Object.fromEntries([...known].filter(([other]) => other.startsWith(near))), instances: some([...new Set(written)], 60) }];
  });
};

/** From what is installed: the blocks of our provider with the examples, and the meta-schemas with all schemas there are. */
const installed = async (): Promise<readonly Entry[]> => {
  const blocks = await ownBlocks();
  const found = filesBelow(modules).filter((file) => file.endsWith('.json') && basename(file) !== 'package.json').map(jsonOf).filter((value) => isObject(value) && typeof value['$schema'] === 'string');
  return [...blocks.filter(({ instances }) => instances.length > 0), ...metaSchemas([...found, ...blocks.map(({ schema }) => schema)])];
};

/**
 * The corpus: from what is installed, or, with the environment variable SCHEMA_CORPUS, from that folder, which holds a
 * `catalog.json` of SchemaStore's form and its schemas; the files are those of node_modules that the catalog knows, and
 * the schemas themselves, written to their meta-schemas.
 */
export const corpus = async (): Promise<Corpus> => {
  const folder = process.env['SCHEMA_CORPUS'];
  if (folder === undefined) {
    const entries = await installed();
    return { from: 'installed schemas', entries, schemas: entries.map(({ schema }) => schema) };
  }
  const { entries, schemas } = await fromCatalog(folder);
  return { from: 'SchemaStore', entries: [...entries, ...metaSchemas(schemas)], schemas };
};
