import { Unanswerable } from '../fault.ts';
import { entriesOf, membersOf, objectOf } from './make.ts';
import { normal } from './numbers.ts';
import { isArray, isNumber, isSet, isString, type Value } from './value.ts';

/** How deep a document may nest: what is deeper would end the evaluation later and less clearly. */
const deepest = 500;

/**
 * Takes a plain JSON value in. A key without a value is left out.
 * @throws Unanswerable for what JSON has no word for, and for what nests deeper than 500.
 */
export function fromJson(plain: unknown, depth = 0): Value {
  if (depth > deepest) throw new Unanswerable(`the document nests deeper than ${deepest}`);
  if (plain === null || typeof plain === 'boolean' || typeof plain === 'string') return plain;
  if (typeof plain === 'bigint' || (typeof plain === 'number' && Number.isFinite(plain))) return normal(plain);
  if (Array.isArray(plain)) return plain.map((item) => fromJson(item, depth + 1));
  if (typeof plain === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(plain) as object | null)) {
    const entries = Object.entries(plain).filter(([, held]) => held !== undefined);
    return objectOf(entries.map(([key, held]) => [key, fromJson(held, depth + 1)] as const));
  }
  throw new Unanswerable(`JSON has no word for ${Object.prototype.toString.call(plain)}`);
}

/** Gives a plain JSON value out: sets are arrays in order, keys that are no strings are written as JSON. */
export function toJson(value: Value): unknown {
  if (isNumber(value)) return Number(value);
  if (value === null || typeof value !== 'object') return value;
  if (isArray(value)) return value.map(toJson);
  if (isSet(value)) return membersOf(value).map(toJson);
  const plain: Record<string, unknown> = {};
  for (const [key, held] of entriesOf(value)) {
    Object.defineProperty(plain, isString(key) ? key : jsonText(key), { value: toJson(held), enumerable: true, configurable: true, writable: true });
  }
  return plain;
}

/** The value as compact JSON; whole numbers keep every digit. */
export function jsonText(value: Value): string {
  if (isNumber(value)) return String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (isSet(value)) return `[${membersOf(value).map(jsonText).join(',')}]`;
  return `{${entriesOf(value).map(([key, held]) => `${JSON.stringify(isString(key) ? key : jsonText(key))}:${jsonText(held)}`).join(',')}}`;
}

/** The value as the language writes it: `{"a": 1}`, `{1, 2}`, `set()`. */
export function textOf(value: Value): string {
  if (isNumber(value)) return String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(textOf).join(', ')}]`;
  if (isSet(value)) return value.members.size === 0 ? 'set()' : `{${membersOf(value).map(textOf).join(', ')}}`;
  return `{${entriesOf(value).map(([key, held]) => `${textOf(key)}: ${textOf(held)}`).join(', ')}}`;
}
