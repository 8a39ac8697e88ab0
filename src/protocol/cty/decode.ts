import { fromDecimal } from './decimal.ts';
import { readType, remember } from './dynamic.ts';
import { type In, type Token, input, next } from './msgpack-reader.ts';
import { memberType, type Wire } from './type.ts';

/** A key of its own even when it is `__proto__`. */
export const put = (object: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
};

const expected = (type: Wire, token: Token): never => {
  const found = token.is === 'value' ? (token.value === null ? 'null' : typeof token.value) : token.is;
  throw new TypeError(`expected ${JSON.stringify(type)}, found ${found}`);
};

const key = (r: In): string => {
  const token = next(r);
  return token.is === 'value' && typeof token.value === 'string' ? token.value : expected('string', token);
};

const dynamic = (r: In, token: Token): unknown => {
  if (token.is !== 'array' || token.count !== 2) return expected('dynamic', token);
  const first = next(r);
  if (first.is !== 'value' || !(first.value instanceof Uint8Array || typeof first.value === 'string')) return expected('dynamic', first);
  const type = readType(typeof first.value === 'string' ? first.value : Buffer.from(first.value).toString('utf8'));
  const value = read(r, type);
  remember(value, type);
  return value;
};

const collection = (r: In, type: Exclude<Wire, string>, token: Token): unknown => {
  const [kind, inner] = type;
  if (kind === 'list' || kind === 'set' || kind === 'tuple') {
    if (token.is !== 'array' || (kind === 'tuple' && token.count !== inner.length)) return expected(type, token);
    return Array.from({ length: token.count }, (_, i) => read(r, kind === 'tuple' ? inner[i]! : inner));
  }
  if (token.is !== 'map') return expected(type, token);
  const object: Record<string, unknown> = {};
  for (let i = 0; i < token.count; i++) {
    const name = key(r);
    const member = memberType(type, name);
    if (member === undefined) throw new TypeError(`there is no attribute ${JSON.stringify(name)}`);
    put(object, name, read(r, member));
  }
  return object;
};

const read = (r: In, type: Wire): unknown => {
  const token = next(r);
  if (token.is === 'value' && (token.value === null || (typeof token.value === 'object' && !(token.value instanceof Uint8Array)))) return token.value;
  if (typeof type !== 'string') return collection(r, type, token);
  if (type === 'dynamic') return dynamic(r, token);
  if (type === 'number') {
    if (token.is === 'number') return token.value;
    return token.is === 'value' && typeof token.value === 'string' ? fromDecimal(token.value) : expected(type, token);
  }
  return token.is === 'value' && typeof token.value === (type === 'bool' ? 'boolean' : 'string') ? token.value : expected(type, token);
};

/** A value of the given type from MessagePack; throws TypeError or RangeError when the bytes are not one. */
export const decode = (bytes: Uint8Array, type: Wire): unknown => {
  const r = input(bytes);
  const value = read(r, type);
  if (r.at !== r.buffer.length) throw new RangeError('bytes are left over behind the value');
  return value;
};
