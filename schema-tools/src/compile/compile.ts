import { getSchema } from '@hyperjump/json-schema/experimental';
import { value } from '@hyperjump/browser';
import type { Compiled, Sources } from '../api.ts';
import type { Schemas } from '../evaluate/ast.ts';
import { refuseCircles } from '../evaluate/graph.ts';
import { isObject } from '../json.ts';
import { isKnown } from '../keywords/index.ts';
import { SchemaError } from '../schema-error.ts';
import { canonicalDialect, latest, need } from './dialects.ts';
import { isMetaSchema, NotGiven, put, type Shelf, shelf } from './documents.ts';
import { checkAgainstDialects } from './meta-schema.ts';
import { normalise, type Reference } from './normalise.ts';
import { unknownKeyword } from './unknown-keyword.ts';
import { compileRaw, fromRaw, type Raw } from './raw.ts';

/** Where a schema without identifier is at home. */
const home = 'schema:///';

const withoutFragment = (uri: string): string => {
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
    return await compiling(schema, sources);
  } catch (error) {
    throw error instanceof RangeError ? new RangeError('The schema is nested deeper than the stack holds; compile it in a thread with a larger stack.', { cause: error }) : error;
  }
};

const compiling = async (schema: unknown, { schemas = {}, dialect = latest, uri = home, strictSpec = false }: Sources = {}): Promise<Compiled> => {
  const books = shelf();
  const own = new Set<string>();
  const references: Reference[] = [];
  const entered: [schema: unknown, uri: string, dialect: string][] = [];
  const enter = async (given: unknown, from: string): Promise<string> => {
    if (!isObject(given) && typeof given !== 'boolean') throw new SchemaError(`${from}#`, 'expected a schema: an object, true or false');
    const made = normalise(given, from, canonicalDialect(dialect), strictSpec);
    for (const { dialect: name, location } of made.resources) await need(name, own, location);
    const spoken = made.resources[0]?.dialect ?? canonicalDialect(dialect);
    await checkAgainstDialects(made.resources, from, books);
    put(books, made.schema, from, spoken);
    references.push(...made.references);
    entered.push([made.schema, from, spoken]);
    return spoken;
  };
  // A meta-schema makes a dialect, which must be there before a schema says it.
  const others = Object.entries(schemas).map(([other, given]) => [withoutFragment(other), given] as const).sort(([, a], [, b]) => Number(isMetaSchema(b)) - Number(isMetaSchema(a)));
  for (const [other, given] of others) {
    await enter(given, other);
    if (isMetaSchema(given)) own.add(other).add(String((given as { readonly $id?: unknown }).$id ?? other).replace(/#$/, ''));
  }
  const at = withoutFragment(uri);
  const spoken = await enter(schema, at);
  const raw = await compileRaw(books, at).catch(async (error: unknown): Promise<Raw> => { throw unknownKeyword(error, entered) ?? await explained(error, books, references, at); });
  const result: Schemas = { ...fromRaw(raw), dialect: spoken };
  refuseCircles(result);
  const isForeign = Object.values(result.nodes).some((rows) => typeof rows === 'object' && rows.some(([keyword]) => !isKnown(keyword)));
  if (!isForeign) return result;
  const { interpreter } = await import('./interpreter.ts');
  return { ...result, interpreter: interpreter(raw) } as Schemas;
};

/** The compiler's complaint, told at the reference that leads nowhere, if one does. */
const explained = async (error: unknown, books: Shelf, references: readonly Reference[], at: string): Promise<unknown> => {
  for (const { reference, base, location } of references) {
    try {
      const found = value(await getSchema(new URL(reference, base).href, books as never) as never) as unknown;
      if (typeof found !== 'boolean' && !isObject(found)) return new SchemaError(location, `"${reference}" refers to something that is no schema`);
    } catch (nowhere) {
      if (nowhere instanceof NotGiven) return new SchemaError(location, `"${reference}" refers to ${nowhere.uri}, which is not among the schemas given; nothing is fetched`);
      return new SchemaError(location, `"${reference}" refers to a place that is not there`);
    }
  }
  // A reference in a keyword that only the compiler knows: what it asks for is known, its place is not.
  return error instanceof NotGiven ? new SchemaError(`${at}#`, `it refers to ${error.uri}, which is not among the schemas given; nothing is fetched`) : error;
};
