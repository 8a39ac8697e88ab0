import { RegoQueryError } from '../errors.ts';
import { entriesOf, membersOf, objectOf } from './make.ts';
import { normalizeNumber } from './numbers.ts';
import { isArray, isNumber, isSet, isString, type RegoValue } from './value.ts';

/** How deep a document may nest: what is deeper would end the evaluation later and less clearly. */
const maxDocumentDepth = 500;

/**
 * Takes a plain JSON value in. A key without a value is left out.
 * @throws RegoQueryError for what JSON has no word for, and for what nests deeper than 500.
 */
export function fromJson(plain: unknown, depth = 0): RegoValue {
  if (depth > maxDocumentDepth) throw new RegoQueryError(`the document nests deeper than ${maxDocumentDepth}`);
  if (plain === null || typeof plain === 'boolean' || typeof plain === 'string') return plain;
  if (typeof plain === 'bigint' || (typeof plain === 'number' && Number.isFinite(plain))) return normalizeNumber(plain);
  if (Array.isArray(plain)) return plain.map((item) => fromJson(item, depth + 1));
  if (typeof plain === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(plain) as object | null)) {
    const entries = Object.entries(plain).filter(([, held]) => held !== undefined);
    return objectOf(entries.map(([key, held]) => [key, fromJson(held, depth + 1)] as const));
  }
  throw new RegoQueryError(`JSON has no word for ${Object.prototype.toString.call(plain)}`);
}

/** Gives a plain JSON value out: sets are arrays in order, keys that are no strings are written as JSON. */
export function toJson(value: RegoValue): unknown {
  if (isNumber(value)) return Number(value);
  if (value === null || typeof value !== 'object') return value;
  if (isArray(value)) return value.map(toJson);
  if (isSet(value)) return membersOf(value).map(toJson);
  const plain: Record<string, unknown> = {};
  for (const [key, held] of entriesOf(value)) {
    Object.defineProperty(plain, isString(key) ? key : formatJson(key), {
      value: toJson(held),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return plain;
}

/** The value as compact JSON; whole numbers keep every digit. */
export function formatJson(value: RegoValue): string {
  if (isNumber(value)) return String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(formatJson).join(',')}]`;
  if (isSet(value)) return `[${membersOf(value).map(formatJson).join(',')}]`;
  return `{${entriesOf(value)
    .map(([key, held]) => `${JSON.stringify(isString(key) ? key : formatJson(key))}:${formatJson(held)}`)
    .join(',')}}`;
}

/** The value as the language writes it: `{"a": 1}`, `{1, 2}`, `set()`. */
export function formatValue(value: RegoValue): string {
  if (isNumber(value)) return String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(formatValue).join(', ')}]`;
  if (isSet(value)) return value.members.size === 0 ? 'set()' : `{${membersOf(value).map(formatValue).join(', ')}}`;
  return `{${entriesOf(value)
    .map(([key, held]) => `${formatValue(key)}: ${formatValue(held)}`)
    .join(', ')}}`;
}
