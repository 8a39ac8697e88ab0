import { RegoQueryError } from '../errors.ts';
import { compareStrings } from './compare.ts';
import { entriesOf, membersOf, objectOf } from './make.ts';
import { formatNumber, normalizeNumber, parseRegoNumber, toFloat } from './numbers.ts';
import { isArray, isNumber, isSet, isString, type RegoValue } from './value.ts';

/** The deepest nesting of a document; deeper ones would fail later with an unclear error. */
const maxDocumentDepth = 500;

/**
 * Converts a plain JSON value. A key with the value undefined is left out.
 * @throws RegoQueryError for a value that is not JSON, and for one that nests deeper than 500 levels.
 */
export function fromJson(plain: unknown, depth = 0): RegoValue {
  if (depth > maxDocumentDepth) throw new RegoQueryError(`the document nests deeper than ${maxDocumentDepth}`);
  if (plain === null || typeof plain === 'boolean' || typeof plain === 'string') return plain;
  if (typeof plain === 'bigint') return normalizeNumber(plain);
  // As JSON is parsed: beyond 2^53 the written digits, which are fewer than those of the binary value.
  if (typeof plain === 'number' && Number.isFinite(plain)) return parseRegoNumber(String(plain)) ?? normalizeNumber(plain);
  if (Array.isArray(plain)) return plain.map((item) => fromJson(item, depth + 1));
  if (typeof plain === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(plain) as object | null)) {
    const entries = Object.entries(plain).filter(([, child]) => child !== undefined);
    return objectOf(entries.map(([key, child]) => [key, fromJson(child, depth + 1)] as const));
  }
  throw new RegoQueryError(`JSON has no word for ${Object.prototype.toString.call(plain)}`);
}

/** Converts to a plain JSON value: sets become sorted arrays, keys other than strings are written as JSON. */
export function toJson(value: RegoValue): unknown {
  if (isNumber(value)) return toFloat(value);
  if (value === null || typeof value !== 'object') return value;
  if (isArray(value)) return value.map(toJson);
  if (isSet(value)) return membersOf(value).map(toJson);
  const plain: Record<string, unknown> = {};
  for (const [key, child] of entriesOf(value)) {
    Object.defineProperty(plain, isString(key) ? key : formatJson(key), {
      value: toJson(child),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return plain;
}

/** Formats as compact JSON, with keys in the order of their texts; integers keep all digits. */
export function formatJson(value: RegoValue): string {
  if (isNumber(value)) return formatNumber(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(formatJson).join(',')}]`;
  if (isSet(value)) return `[${membersOf(value).map(formatJson).join(',')}]`;
  const members = entriesOf(value).map(([key, child]) => [isString(key) ? key : formatJson(key), child] as const);
  return `{${members
    .sort(([left], [right]) => compareStrings(left, right))
    .map(([key, child]) => `${JSON.stringify(key)}:${formatJson(child)}`)
    .join(',')}}`;
}

/** Formats as JSON with a line for each member; `lineBreak` is what each line begins with. */
export function formatIndentedJson(value: RegoValue, indent: string, lineBreak: string): string {
  const inner = lineBreak + indent;
  if (value === null || typeof value !== 'object' || isNumber(value)) return formatJson(value);
  if (isArray(value) || isSet(value)) {
    const items = (isArray(value) ? value : membersOf(value)).map((item) => inner + formatIndentedJson(item, indent, inner));
    return items.length ? `[${items.join(',')}${lineBreak}]` : '[]';
  }
  const members = entriesOf(value).map(([key, child]) => [isString(key) ? key : formatJson(key), child] as const);
  const lines = members
    .sort(([left], [right]) => compareStrings(left, right))
    .map(([key, child]) => `${inner}${JSON.stringify(key)}: ${formatIndentedJson(child, indent, inner)}`);
  return lines.length ? `{${lines.join(',')}${lineBreak}}` : '{}';
}

/** Formats in the notation of the language: `{"a": 1}`, `{1, 2}`, `set()`. */
export function formatValue(value: RegoValue): string {
  if (isNumber(value)) return formatNumber(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(formatValue).join(', ')}]`;
  if (isSet(value)) return value.members.size === 0 ? 'set()' : `{${membersOf(value).map(formatValue).join(', ')}}`;
  return `{${entriesOf(value)
    .map(([key, child]) => `${formatValue(key)}: ${formatValue(child)}`)
    .join(', ')}}`;
}
