import type { SchemaAst } from '../evaluate/ast.ts';
import { faults } from '../evaluate/evaluate.ts';
import { SchemaError } from '../schema-error.ts';
import { isOfficialDialect } from './dialects.ts';
import type { DocumentStore } from './document-store.ts';
import type { SchemaResource } from './normalise.ts';
import { compileRaw, convertRaw } from './raw-schema.ts';

const officialMetaSchemas = new Map<string, Promise<SchemaAst>>();

const compileMetaSchema = async (dialect: string, books: DocumentStore): Promise<SchemaAst> => ({
  ...convertRaw(await compileRaw(books, dialect)),
  dialect,
});

const loadMetaSchema = (dialect: string, books: DocumentStore): Promise<SchemaAst> => {
  if (!isOfficialDialect(dialect)) return compileMetaSchema(dialect, books);
  const known = officialMetaSchemas.get(dialect) ?? compileMetaSchema(dialect, books);
  officialMetaSchemas.set(dialect, known);
  return known;
};

/** Holds each resource of a schema against the meta-schema of its dialect. Throws a SchemaError with the place of the first fault. */
export const validateResources = async (resources: readonly SchemaResource[], uri: string, books: DocumentStore): Promise<void> => {
  for (const { pointer, dialect, schema } of resources) {
    const embedded = resources.map((other) => other.pointer).filter((other) => other !== pointer && other.startsWith(pointer));
    const found = faults(await loadMetaSchema(dialect, books), schema).find(
      (fault) => !embedded.some((other) => `${pointer}${fault.pointer}/`.startsWith(`${other}/`)),
    );
    if (found) throw new SchemaError(`${uri}#${encodeURI(pointer + found.pointer)}`, found.message);
  }
};
