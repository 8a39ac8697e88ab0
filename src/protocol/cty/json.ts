import type { JsonValue } from '../provider-server.ts';
import { parseDecimal } from './decimal.ts';
import { setKey } from './decode.ts';
import { parseType, rememberType } from './dynamic.ts';
import { memberType, type CodecType } from './type.ts';

const tokenPattern = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON.parse, but a number that float64 would bend stays the decimal string it was. */
export const parseJson = (text: string): JsonValue => {
  const privateState = /\d{16}/.test(text)
    ? text.replace(tokenPattern, (token) => (token[0] === '"' || typeof parseDecimal(token) === 'number' ? token : JSON.stringify(token)))
    : text;
  return JSON.parse(privateState) as JsonValue;
};

const readJsonValue = (value: JsonValue, type: CodecType): unknown => {
  if (value === null) return null;
  if (type === 'number') return typeof value === 'string' ? parseDecimal(value) : value;
  if (type === 'dynamic') {
    const { type: spelled, value: inner } = value as { type: JsonValue; value: JsonValue };
    const actual = parseType(JSON.stringify(spelled));
    const found = readJsonValue(inner, actual);
    rememberType(found, actual);
    return found;
  }
  if (typeof type === 'string') {
    if (typeof value !== (type === 'bool' ? 'boolean' : 'string')) throw new TypeError(`expected ${type}, found ${typeof value}`);
    return value;
  }
  const [kind, inner] = type;
  if (kind === 'list' || kind === 'set' || kind === 'tuple') {
    if (!Array.isArray(value)) throw new TypeError(`expected ${kind}, found ${typeof value}`);
    return (value as readonly JsonValue[]).map((one, i) => readJsonValue(one, kind === 'tuple' ? (inner[i] ?? 'dynamic') : inner));
  }
  if (typeof value !== 'object' || Array.isArray(value)) throw new TypeError(`expected ${kind}, found ${typeof value}`);
  const object: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) {
    const member = memberType(type, name);
    if (member === undefined) throw new TypeError(`there is no attribute ${JSON.stringify(name)}`);
    setKey(object, name, readJsonValue(one, member));
  }
  return object;
};

/** A value in the format of a state file: plain JSON, except that a value of dynamic type is wrapped with its type. */
export const decodeStored = (value: JsonValue, type: CodecType): unknown => readJsonValue(value, type);

/** Decodes the JSON encoding of a DynamicValue, which has no unknown values. */
export const decodeJson = (bytes: Uint8Array, type: CodecType): unknown =>
  readJsonValue(parseJson(Buffer.from(bytes).toString('utf8')), type);
