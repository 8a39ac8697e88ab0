import type { JsonObject } from '../json.ts';
import { SchemaError } from '../schema-error.ts';

const isUnicodePattern = (source: string): boolean => {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
};

/** A needless escape outside Unicode mode means the character itself: `\_`, `\-`, `\"`. */
const withoutNeedlessEscapes = (source: string): string =>
  source
    .replace(/\\([^^$\\.*+?()[\]{}|/a-zA-Z0-9-])/gu, '$1')
    .replace(/(\[(?:[^\]\\]|\\.)*\])|\\-/gu, (all, group: string | undefined) => group ?? (all === '\\-' ? '-' : all))
    .replace(
      /\[((?:[^\]\\]|\\.)*)\]/gu,
      (_, inner: string) => `[${inner.replace(/(\\[wdsWDS])-/gu, '$1\\-').replace(/-(\\[wdsWDS])/gu, '\\-$1')}]`,
    );

/**
 * The pattern in Unicode mode, which the specification requires. Patterns that only the older mode accepts are rewritten if their meaning
 * stays the same; otherwise undefined.
 */
export const toUnicodePattern = (source: string): string | undefined => [source, withoutNeedlessEscapes(source)].find(isUnicodePattern);

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
