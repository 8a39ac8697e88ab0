import { isObject, type JsonObject } from '../json.ts';

/** Keywords whose values are data: a `$ref` in them is not a reference, but the compiler would take it for one. */
const dataKeywords = ['const', 'enum', 'default', 'examples'];
const schemaKeywords: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  'id',
  '$ref',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
  '$vocabulary',
]);
const mark = '\u0001';

const renameKeys = (value: unknown, name: (key: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((inner) => renameKeys(inner, name));
  if (!isObject(value)) return value;
  const made: { [key: string]: unknown } = {};
  for (const [key, inner] of Object.entries(value))
    Object.defineProperty(made, name(key), { value: renameKeys(inner, name), enumerable: true, configurable: true, writable: true });
  return made;
};

/** The data in a schema object, with its names replaced by ones without meaning to the compiler. */
export const maskData = (schema: JsonObject): JsonObject =>
  Object.fromEntries(
    dataKeywords
      .filter((keyword) => typeof schema[keyword] === 'object')
      .map((keyword) => [keyword, renameKeys(schema[keyword], (key) => (schemaKeywords.has(key) ? mark + key : key))]),
  );

const withoutMark = (key: string): string => (key.startsWith(mark) ? key.slice(mark.length) : key);
const markInText = `"${JSON.stringify(mark).slice(1, -1)}`;

/** The data of a compiled keyword as the schema has it; `const` and `enum` are compiled to texts. */
export const unmaskData = (keyword: string, value: unknown): unknown => {
  const plain = (text: unknown): unknown => (typeof text === 'string' ? text.replaceAll(markInText, '"') : text);
  if (keyword === 'const') return plain(value);
  if (keyword === 'enum') return (value as readonly unknown[]).map(plain);
  return /(^|#)(default|examples|const)$/.test(keyword) ? renameKeys(value, withoutMark) : value;
};
