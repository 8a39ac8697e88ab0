import { isObject, type JsonObject } from './json.ts';
import { SchemaError } from './schema-error.ts';

const single = [
  'additionalProperties', 'propertyNames', 'items', 'contains', 'not', 'if', 'then', 'else', 'unevaluatedProperties', 'unevaluatedItems', 'contentSchema',
] as const;
const arrays = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const tables = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'] as const;

export interface Subschema { readonly steps: readonly (string | number)[]; readonly schema: unknown }

const words: ReadonlySet<string> = new Set([...single, ...arrays, ...tables, '$ref', '$dynamicRef']);

/** Whether evaluating it evaluates others. */
export const holdsSchemas = (schema: JsonObject): boolean => Object.keys(schema).some((keyword) => words.has(keyword));

/** Where a schema object holds others, by the keywords of 2020-12 (and `definitions`, which people still write). */
export function* subschemas(schema: JsonObject, place: { readonly base: string; readonly pointer: string }): Generator<Subschema> {
  const bad = (keyword: string, expected: string): SchemaError => new SchemaError(`${place.base}#${place.pointer}/${keyword}`, `expected ${expected}`);
  for (const keyword of single) if (Object.hasOwn(schema, keyword)) yield { steps: [keyword], schema: schema[keyword] };
  for (const keyword of arrays) {
    const list = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
    if (list === undefined) continue;
    if (!Array.isArray(list) || list.length === 0) throw bad(keyword, 'a list of schemas that is not empty');
    for (const [index, inner] of list.entries()) yield { steps: [keyword, index], schema: inner };
  }
  for (const keyword of tables) {
    const table = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
    if (table === undefined) continue;
    if (!isObject(table)) throw bad(keyword, 'an object of schemas');
    for (const [name, inner] of Object.entries(table)) yield { steps: [keyword, name], schema: inner };
  }
}
