import { parseDecimal } from './decimal.ts';
import { parseType, rememberType } from './dynamic.ts';
import { type MsgpackInput, type MsgpackToken, msgpackInput, readToken } from './msgpack-reader.ts';
import { memberType, type CodecType } from './type.ts';

/** Sets an own property, also for the key `__proto__`. */
export const setKey = (object: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
};

const throwMismatch = (type: CodecType, token: MsgpackToken): never => {
  const found = token.is === 'value' ? (token.value === null ? 'null' : typeof token.value) : token.is;
  throw new TypeError(`expected ${JSON.stringify(type)}, found ${found}`);
};

const readKey = (r: MsgpackInput): string => {
  const token = readToken(r);
  return token.is === 'value' && typeof token.value === 'string' ? token.value : throwMismatch('string', token);
};

const readDynamic = (r: MsgpackInput, token: MsgpackToken): unknown => {
  if (token.is !== 'array' || token.count !== 2) return throwMismatch('dynamic', token);
  const first = readToken(r);
  if (first.is !== 'value' || !(first.value instanceof Uint8Array || typeof first.value === 'string'))
    return throwMismatch('dynamic', first);
  const type = parseType(typeof first.value === 'string' ? first.value : Buffer.from(first.value).toString('utf8'));
  const value = readValue(r, type);
  rememberType(value, type);
  return value;
};

const readCollection = (r: MsgpackInput, type: Exclude<CodecType, string>, token: MsgpackToken): unknown => {
  const [kind, inner] = type;
  if (kind === 'list' || kind === 'set' || kind === 'tuple') {
    if (token.is !== 'array' || (kind === 'tuple' && token.count !== inner.length)) return throwMismatch(type, token);
    return Array.from({ length: token.count }, (_, i) => readValue(r, kind === 'tuple' ? inner[i]! : inner));
  }
  if (token.is !== 'map') return throwMismatch(type, token);
  const object: Record<string, unknown> = {};
  for (let i = 0; i < token.count; i++) {
    const name = readKey(r);
    const member = memberType(type, name);
    if (member === undefined) throw new TypeError(`there is no attribute ${JSON.stringify(name)}`);
    setKey(object, name, readValue(r, member));
  }
  return object;
};

const readValue = (r: MsgpackInput, type: CodecType): unknown => {
  const token = readToken(r);
  if (token.is === 'value' && (token.value === null || (typeof token.value === 'object' && !(token.value instanceof Uint8Array))))
    return token.value;
  if (typeof type !== 'string') return readCollection(r, type, token);
  if (type === 'dynamic') return readDynamic(r, token);
  if (type === 'number') {
    if (token.is === 'number') return token.value;
    return token.is === 'value' && typeof token.value === 'string' ? parseDecimal(token.value) : throwMismatch(type, token);
  }
  return token.is === 'value' && typeof token.value === (type === 'bool' ? 'boolean' : 'string') ? token.value : throwMismatch(type, token);
};

/** A value of the given type from MessagePack; throws TypeError or RangeError when the bytes are not one. */
export const decodeMsgpack = (bytes: Uint8Array, type: CodecType): unknown => {
  const r = msgpackInput(bytes);
  const value = readValue(r, type);
  if (r.at !== r.buffer.length) throw new RangeError('bytes are left over behind the value');
  return value;
};
