import type { Schemas } from '../evaluate/ast.ts';
import { faults } from '../evaluate/evaluate.ts';
import { SchemaError } from '../schema-error.ts';
import { isOfficial } from './dialects.ts';
import type { Shelf } from './documents.ts';
import type { Resource } from './normalise.ts';
import { compileRaw, fromRaw } from './raw.ts';

const official = new Map<string, Promise<Schemas>>();

const compiled = async (dialect: string, books: Shelf): Promise<Schemas> => ({ ...fromRaw(await compileRaw(books, dialect)), dialect });

const metaSchema = (dialect: string, books: Shelf): Promise<Schemas> => {
  if (!isOfficial(dialect)) return compiled(dialect, books);
  const known = official.get(dialect) ?? compiled(dialect, books);
  official.set(dialect, known);
  return known;
};

/** Holds each resource of a schema against the meta-schema of its dialect. Throws a SchemaError with the place of the first fault. */
export const checkAgainstDialects = async (resources: readonly Resource[], uri: string, books: Shelf): Promise<void> => {
  for (const { pointer, dialect, schema } of resources) {
    const embedded = resources.map((other) => other.pointer).filter((other) => other !== pointer && other.startsWith(pointer));
    const found = faults(await metaSchema(dialect, books), schema)
      .find((fault) => !embedded.some((other) => `${pointer}${fault.pointer}/`.startsWith(`${other}/`)));
    if (found) throw new SchemaError(`${uri}#${encodeURI(pointer + found.pointer)}`, found.message);
  }
};
