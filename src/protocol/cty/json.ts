import type { Json } from '../server.ts';
import { fromDecimal } from './decimal.ts';
import { put } from './decode.ts';
import { readType, remember } from './dynamic.ts';
import { memberType, type Wire } from './type.ts';

const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON.parse, but a number that float64 would bend stays the decimal string it was. */
export const parseJson = (text: string): Json => {
  const kept = /\d{16}/.test(text)
    ? text.replace(tokens, (token) => (token[0] === '"' || typeof fromDecimal(token) === 'number' ? token : JSON.stringify(token)))
    : text;
  return JSON.parse(kept) as Json;
};

const read = (value: Json, type: Wire): unknown => {
  if (value === null) return null;
  if (type === 'number') return typeof value === 'string' ? fromDecimal(value) : value;
  if (type === 'dynamic') {
    const { type: spelled, value: inner } = value as { type: Json; value: Json };
    const actual = readType(JSON.stringify(spelled));
    const found = read(inner, actual);
    remember(found, actual);
    return found;
  }
  if (typeof type === 'string') {
    if (typeof value !== (type === 'bool' ? 'boolean' : 'string')) throw new TypeError(`expected ${type}, found ${typeof value}`);
    return value;
  }
  const [kind, inner] = type;
  if (kind === 'list' || kind === 'set' || kind === 'tuple') {
    if (!Array.isArray(value)) throw new TypeError(`expected ${kind}, found ${typeof value}`);
    return (value as readonly Json[]).map((one, i) => read(one, kind === 'tuple' ? inner[i] ?? 'dynamic' : inner));
  }
  if (typeof value !== 'object' || Array.isArray(value)) throw new TypeError(`expected ${kind}, found ${typeof value}`);
  const object: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) {
    const member = memberType(type, name);
    if (member === undefined) throw new TypeError(`there is no attribute ${JSON.stringify(name)}`);
    put(object, name, read(one, member));
  }
  return object;
};

/** A value as a state file holds it: plain JSON, except that a value of dynamic type has its type beside it. */
export const fromStored = (value: Json, type: Wire): unknown => read(value, type);

/** The other encoding of a DynamicValue: it knows no unknown values. */
export const decodeJson = (bytes: Uint8Array, type: Wire): unknown => read(parseJson(Buffer.from(bytes).toString('utf8')), type);
