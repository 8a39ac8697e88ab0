/** Schemas with files that are written to them. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isObject } from '../../schema-tools/src/json.ts';
import { catalogCorpus } from './catalog-corpus.ts';
import { providerBlocks } from './provider-blocks.ts';

export interface CorpusEntry {
  readonly name: string;
  readonly schema: unknown;
  /** Other schemas by URI that it refers to. */
  readonly schemas: { readonly [uri: string]: unknown };
  /** JSON texts. */
  readonly instances: readonly string[];
}

export interface Corpus {
  readonly origin: string;
  readonly entries: readonly CorpusEntry[];
  /** All schemas there are, with or without instances. */
  readonly schemas: readonly unknown[];
}

export const root = join(import.meta.dirname, '../..');
export const nodeModules = join(root, 'node_modules');

/** All files below a folder, as paths; a link is not followed. */
export const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const readJsonFile = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const withoutFragment = (uri: unknown): string => String(uri).replace(/#$/, '');

/** At most so many, spread evenly. */
export const sampleEvenly = <T>(all: readonly T[], most: number): readonly T[] =>
  all.length <= most ? all : Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)]!);

/** The meta-schemas that ajv brings along, each with the schemas that say it. */
const metaSchemaEntries = (schemas: readonly unknown[]): readonly CorpusEntry[] => {
  const folder = join(nodeModules, 'ajv/dist/refs');
  const files = [...filesBelow(folder), join(nodeModules, 'ajv-draft-04/dist/refs/json-schema-draft-04.json')].filter((file) =>
    file.endsWith('.json'),
  );
  const known = new Map(
    files
      .map(readJsonFile)
      .filter(isObject)
      .map((schema) => [withoutFragment(schema['$id'] ?? schema['id']), schema]),
  );
  return [...known].flatMap(([uri, schema]): readonly CorpusEntry[] => {
    const written = schemas.filter((one) => isObject(one) && withoutFragment(one['$schema']) === uri).map((one) => JSON.stringify(one));
    const near = uri.replace(/\/schema$/, '/meta/');
    return written.length === 0
      ? []
      : [
          {
            name: uri,
            schema,
            schemas: Object.fromEntries([...known].filter(([other]) => other.startsWith(near))),
            instances: sampleEvenly([...new Set(written)], 60),
          },
        ];
  });
};

/** From what is installed: the blocks of our provider with the examples, and the meta-schemas with all schemas there are. */
const installedEntries = async (): Promise<readonly CorpusEntry[]> => {
  const blocks = await providerBlocks();
  const found = filesBelow(nodeModules)
    .filter((file) => file.endsWith('.json') && basename(file) !== 'package.json')
    .map(readJsonFile)
    .filter((value) => isObject(value) && typeof value['$schema'] === 'string');
  return [
    ...blocks.filter(({ instances }) => instances.length > 0),
    ...metaSchemaEntries([...found, ...blocks.map(({ schema }) => schema)]),
  ];
};

/**
 * The corpus: from what is installed, or, with the environment variable SCHEMA_CORPUS, from that folder, which holds a
 * `catalog.json` of SchemaStore's form and its schemas; the files are those of node_modules that the catalog knows, and
 * the schemas themselves, written to their meta-schemas.
 */
export const loadCorpus = async (): Promise<Corpus> => {
  const folder = process.env['SCHEMA_CORPUS'];
  if (folder === undefined) {
    const entries = await installedEntries();
    return { origin: 'installed schemas', entries, schemas: entries.map(({ schema }) => schema) };
  }
  const { entries, schemas } = await catalogCorpus(folder);
  return { origin: 'SchemaStore', entries: [...entries, ...metaSchemaEntries(schemas)], schemas };
};
