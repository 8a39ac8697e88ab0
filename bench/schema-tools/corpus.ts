/** Schemas with files that are written to them. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isObject } from '@slipway/schema-tools/json';
import { catalogCorpus } from './catalog-corpus.ts';
import { type CorpusEntry, filesBelow, nodeModules, sampleEvenly } from './corpus-files.ts';
import { providerBlocks } from './provider-blocks.ts';

export interface Corpus {
  readonly origin: string;
  readonly entries: readonly CorpusEntry[];
  /** All schemas there are, with or without instances. */
  readonly schemas: readonly unknown[];
}

const readJsonFile = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const withoutFragment = (uri: unknown): string => String(uri).replace(/#$/, '');

/** The meta-schemas that ajv brings along, each with the schemas that declare it. */
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

/** From the installed packages: the blocks of our provider with the examples, and the meta-schemas with all schemas. */
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
 * The corpus: from the installed packages, or, with the environment variable SCHEMA_CORPUS, from that folder, which holds a
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
