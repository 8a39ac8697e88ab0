import { escapePointerToken, isObject } from '../json.ts';
import { SchemaError } from '../schema-error.ts';
import { subschemas } from './subschemas.ts';

/** The pointer of a keyword in a schema object. */
const findKeyword = (schema: unknown, keyword: string, pointer = ''): string | undefined => {
  if (!isObject(schema)) return undefined;
  if (Object.hasOwn(schema, keyword)) return `${pointer}/${escapePointerToken(keyword)}`;
  for (const { steps, schema: inner } of subschemas(schema)) {
    const found = findKeyword(inner, keyword, `${pointer}/${steps.map(escapePointerToken).join('/')}`);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Locates the compiler's error about an unknown keyword, which some dialects do not allow. */
export const unknownKeywordError = (
  error: unknown,
  schemas: readonly (readonly [schema: unknown, uri: string, dialect: string])[],
): SchemaError | undefined => {
  const [, keyword] = /^Encountered unknown keyword '(.*)'$/.exec(error instanceof Error ? error.message : '') ?? [];
  if (keyword === undefined) return undefined;
  for (const [schema, uri, dialect] of schemas) {
    const place = findKeyword(schema, keyword);
    if (place !== undefined)
      return new SchemaError(
        `${uri}#${encodeURI(place)}`,
        `the dialect ${dialect} has no keyword \`${keyword}\`; one of your own begins with \`x-\``,
      );
  }
  return undefined;
};
