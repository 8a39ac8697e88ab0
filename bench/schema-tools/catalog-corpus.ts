import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { formatOf, readSource } from '@slipway/schema-tools/documents';
import { isObject } from '@slipway/schema-tools/json';
import { openCatalog } from '@slipway/schema-tools/lint/catalog';
import { type CorpusEntry, filesBelow, nodeModules, sampleEvenly } from './corpus-files.ts';

const configurationFile = /\.(json|jsonc|ya?ml)$|^\.\w+rc$/;

/** A file as a JSON text; undefined when it holds no single value. */
const jsonText = async (file: string): Promise<string | undefined> => {
  const text = readFileSync(file, 'utf8');
  const { documents, faults } = await readSource(text, formatOf(file) ?? 'jsonc');
  return documents.length === 1 && faults.length === 0 ? JSON.stringify(documents[0]!.value, null, 2) : undefined;
};

const readSchema = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/** Every schema elsewhere that a schema refers to, directly or not, by URI; what the catalog lacks is left out. */
const referencedSchemas = (schema: unknown, forUrl: (url: string) => string | undefined): { readonly [uri: string]: unknown } => {
  const found: { [uri: string]: unknown } = {};
  const look = (one: unknown): void => {
    for (const [, uri] of JSON.stringify(one).matchAll(/"\$ref":"(https?:[^"#]+)/g)) {
      const file = Object.hasOwn(found, uri!) ? undefined : forUrl(uri!);
      if (file !== undefined) {
        found[uri!] = readSchema(file);
        look(found[uri!]);
      }
    }
  };
  look(schema);
  return found;
};

/** The installed files that a catalog's schemas are for, at most 40 for one schema; and all schemas in its folder. */
export const catalogCorpus = async (
  folder: string,
): Promise<{ readonly entries: readonly CorpusEntry[]; readonly schemas: readonly unknown[] }> => {
  const catalog = openCatalog(folder);
  const files = new Map<string, string[]>();
  for (const file of filesBelow(nodeModules).filter((one) => configurationFile.test(basename(one)))) {
    const schema = catalog.forFile(file)?.file;
    if (schema !== undefined) files.set(schema, [...(files.get(schema) ?? []), file]);
  }
  const entries = await Promise.all(
    [...files].map(async ([file, meant]): Promise<CorpusEntry> => {
      const schema = readSchema(file);
      const texts = (await Promise.all(meant.map(jsonText))).filter((text) => text !== undefined);
      return {
        name: basename(file),
        schema,
        schemas: referencedSchemas(schema, catalog.forUrl),
        instances: sampleEvenly([...new Set(texts)], 40),
      };
    }),
  );
  return { entries: entries.filter(({ instances }) => instances.length > 0), schemas: filesBelow(folder).map(readSchema).filter(isObject) };
};
