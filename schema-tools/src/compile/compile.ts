import { getSchema } from '@hyperjump/json-schema/experimental';
import { value } from '@hyperjump/browser';
import type { Compiled, FormatHandling, Sources } from '../api.ts';
import type { SchemaAst } from '../evaluate/ast.ts';
import { throwIfCyclic } from '../evaluate/schema-graph.ts';
import { isObject } from '../json.ts';
import { isCheckedFormat } from '../keywords/format.ts';
import { isSupported } from '../keywords/index.ts';
import { SchemaError } from '../schema-error.ts';
import { canonicalDialect, latestDialect, loadDialect } from './dialects.ts';
import { isMetaSchema, MissingSchemaError, addDocument, type DocumentStore, createDocumentStore } from './document-store.ts';
import { validateResources } from './meta-schema.ts';
import { normaliseSchema, type SchemaReference } from './normalise.ts';
import { unknownKeywordError } from './unknown-keyword-error.ts';
import { compileRaw, convertRaw, type RawSchema } from './raw-schema.ts';

/** The URI of a schema without identifier. */
const defaultUri = 'schema:///';

const absoluteUri = (uri: string): string => {
  try {
    return new URL(uri).href.replace(/#.*$/, '');
  } catch {
    throw new SchemaError(uri, 'expected an absolute URI to know it by');
  }
};

/**
 * Compiles a schema by the rules of its dialect. Throws a SchemaError that names the place and what was expected there; a
 * RangeError for one that is nested deeper than the stack holds.
 */
export const compile = async (schema: unknown, sources: Sources = {}): Promise<Compiled> => {
  try {
    return await compileSchema(schema, sources);
  } catch (error) {
    throw error instanceof RangeError
      ? new RangeError('The schema is nested deeper than the stack holds; compile it in a thread with a larger stack.', { cause: error })
      : error;
  }
};

const compileSchema = async (
  schema: unknown,
  { schemas = {}, dialect = latestDialect, uri = defaultUri, strictSpec = false, formats = 'specification' }: Sources = {},
): Promise<Compiled> => {
  const books = createDocumentStore();
  const own = new Set<string>();
  const references: SchemaReference[] = [];
  const entered: [schema: unknown, uri: string, dialect: string][] = [];
  const enter = async (given: unknown, from: string): Promise<string> => {
    if (!isObject(given) && typeof given !== 'boolean') throw new SchemaError(`${from}#`, 'expected a schema: an object, true or false');
    const made = normaliseSchema(given, from, canonicalDialect(dialect), strictSpec);
    for (const { dialect: name, location } of made.resources) await loadDialect(name, own, location);
    const spoken = made.resources[0]?.dialect ?? canonicalDialect(dialect);
    await validateResources(made.resources, from, books);
    addDocument(books, made.schema, from, spoken);
    references.push(...made.references);
    entered.push([made.schema, from, spoken]);
    return spoken;
  };
  // A meta-schema defines a dialect, which must exist before a schema declares it.
  const others = Object.entries(schemas)
    .map(([other, given]) => [absoluteUri(other), given] as const)
    .sort(([, a], [, b]) => Number(isMetaSchema(b)) - Number(isMetaSchema(a)));
  for (const [other, given] of others) {
    await enter(given, other);
    if (isMetaSchema(given)) own.add(other).add(String((given as { readonly $id?: unknown }).$id ?? other).replace(/#$/, ''));
  }
  const at = absoluteUri(uri);
  const spoken = await enter(schema, at);
  const raw = await compileRaw(books, at).catch(async (error: unknown): Promise<RawSchema> => {
    throw unknownKeywordError(error, entered) ?? (await explainError(error, books, references, at));
  });
  return finishCompilation(raw, spoken, formats);
};

const hasKeyword = ({ nodes }: Pick<SchemaAst, 'nodes'>, isWanted: (keyword: string) => boolean): boolean =>
  Object.values(nodes).some((rows) => typeof rows === 'object' && rows.some(([keyword]) => isWanted(keyword)));

/** Adds evaluators of the keywords that closures do not support, and of formats if these are checked. */
const finishCompilation = async (raw: RawSchema, dialect: string, formats: FormatHandling): Promise<SchemaAst> => {
  const converted = convertRaw(raw, formats);
  const checksFormats = hasKeyword(converted, isCheckedFormat);
  const result: SchemaAst = {
    ...converted,
    dialect,
    ...(checksFormats ? { hasFormat: (await import('./formats.ts')).hasFormat } : {}),
  };
  throwIfCyclic(result);
  if (!hasKeyword(result, (keyword) => !isSupported(keyword))) return result;
  const { createInterpreter } = await import('./interpreter.ts');
  return { ...result, interpreter: createInterpreter(raw, formats === 'assert') };
};

/** The compiler's error, located at the dangling reference if there is one. */
const explainError = async (error: unknown, books: DocumentStore, references: readonly SchemaReference[], at: string): Promise<unknown> => {
  for (const { reference, base, location } of references) {
    try {
      const found = value((await getSchema(new URL(reference, base).href, books as never)) as never) as unknown;
      if (typeof found !== 'boolean' && !isObject(found))
        return new SchemaError(location, `"${reference}" refers to something that is no schema`);
    } catch (nowhere) {
      if (nowhere instanceof MissingSchemaError)
        return new SchemaError(
          location,
          `"${reference}" refers to ${nowhere.uri}, which is not among the schemas given; nothing is fetched`,
        );
      return new SchemaError(location, `"${reference}" refers to a location that does not exist`);
    }
  }
  // A reference in a keyword that only the compiler knows: its target is known, its location is not.
  return error instanceof MissingSchemaError
    ? new SchemaError(`${at}#`, `it refers to ${error.uri}, which is not among the schemas given; nothing is fetched`)
    : error;
};
