import { escaped, isObject } from '../json.ts';
import { SchemaError } from '../schema-error.ts';
import { subschemas } from './subschemas.ts';

/** Where a schema object has a keyword, as a pointer. */
const placeOf = (schema: unknown, keyword: string, pointer = ''): string | undefined => {
  if (!isObject(schema)) return undefined;
  if (Object.hasOwn(schema, keyword)) return `${pointer}/${escaped(keyword)}`;
  for (const { steps, schema: inner } of subschemas(schema)) {
    const found = placeOf(inner, keyword, `${pointer}/${steps.map(escaped).join('/')}`);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Some dialects allow no keywords but their own: the compiler's complaint about one, told at its place. */
export const unknownKeyword = (error: unknown, schemas: readonly (readonly [schema: unknown, uri: string, dialect: string])[]): SchemaError | undefined => {
  const [, keyword] = /^Encountered unknown keyword '(.*)'$/.exec(error instanceof Error ? error.message : '') ?? [];
  if (keyword === undefined) return undefined;
  for (const [schema, uri, dialect] of schemas) {
    const place = placeOf(schema, keyword);
    if (place !== undefined) return new SchemaError(`${uri}#${encodeURI(place)}`, `the dialect ${dialect} has no keyword \`${keyword}\`; one of your own begins with \`x-\``);
  }
  return undefined;
};
