import type { JsonObject } from '../json.ts';
import { SchemaError } from '../schema-error.ts';
import { toUnicodePattern } from './unicode-pattern.ts';

/** A pattern in Unicode mode. Throws a SchemaError for a text that is no pattern. */
export const normalisePattern = (source: string, location: string): string => {
  const found = toUnicodePattern(source);
  if (found === undefined) throw new SchemaError(location, `expected a regular expression (ECMA-262); given ${JSON.stringify(source)}`);
  return found;
};

/** The schemas of two spellings of one pattern both apply. */
export const normalisePatternProperties = (table: JsonObject, location: string): JsonObject => {
  const normalised = new Map<string, unknown>();
  for (const [source, inner] of Object.entries(table)) {
    const pattern = normalisePattern(source, location);
    normalised.set(pattern, normalised.has(pattern) ? { allOf: [normalised.get(pattern), inner] } : inner);
  }
  return Object.fromEntries(normalised);
};
