import { parseDecimal, fromFloat } from './decimal.ts';
import { type UnknownValue, unknownSymbol, unknownValue } from './unknown.ts';

export interface MsgpackInput {
  readonly buffer: Buffer;
  at: number;
}

export const msgpackInput = (bytes: Uint8Array): MsgpackInput => ({
  buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  at: 0,
});

/** Moves over `size` bytes and answers where they begin. */
const take = (r: MsgpackInput, size: number): number => {
  const at = r.at;
  if (size > r.buffer.length - at) throw new RangeError('the value ends in the middle');
  r.at = at + size;
  return at;
};

/** The next token: a whole scalar, or the head of a composite with `count` parts. */
export type MsgpackToken =
  | { readonly is: 'value'; readonly value: null | boolean | string | Uint8Array | UnknownValue }
  | { readonly is: 'number'; readonly value: number | string }
  | { readonly is: 'array' | 'map'; readonly count: number };

const scalarToken = (value: null | boolean | string | Uint8Array | UnknownValue): MsgpackToken => ({ is: 'value', value });
const numberToken = (value: number | string): MsgpackToken => ({ is: 'number', value });
const nilToken = scalarToken(null),
  trueToken = scalarToken(true),
  falseToken = scalarToken(false);

const stringToken = (r: MsgpackInput, size: number): MsgpackToken => {
  const at = take(r, size);
  return scalarToken(r.buffer.toString('utf8', at, r.at));
};
const binaryToken = (r: MsgpackInput, size: number): MsgpackToken => {
  const at = take(r, size);
  return scalarToken(r.buffer.subarray(at, r.at));
};

/** Every part takes a byte at least: a count that the rest cannot hold is refused before anything is made for it. */
const headToken = (r: MsgpackInput, is: 'array' | 'map', count: number): MsgpackToken => {
  if (count * (is === 'map' ? 2 : 1) > r.buffer.length - r.at) throw new RangeError('the value ends in the middle');
  return { is, count };
};

/** Every extension is an unknown value; only code 12 refines it. */
const extensionToken = (r: MsgpackInput, size: number): MsgpackToken => {
  const code = r.buffer.readInt8(take(r, 1));
  const at = take(r, size);
  return scalarToken(
    code === 12 && size > 0 ? { [unknownSymbol]: true, refined: Uint8Array.prototype.slice.call(r.buffer, at, r.at) } : unknownValue,
  );
};

const u8 = (r: MsgpackInput): number => r.buffer[take(r, 1)]!;
const u16 = (r: MsgpackInput): number => r.buffer.readUInt16BE(take(r, 2));
const u32 = (r: MsgpackInput): number => r.buffer.readUInt32BE(take(r, 4));
const bigIntToken = (value: bigint): MsgpackToken => numberToken(parseDecimal(value.toString()));

// oxlint-disable-next-line max-lines-per-function -- a table of format codes
export const readToken = (r: MsgpackInput): MsgpackToken => {
  const code = u8(r);
  if (code < 0x80) return numberToken(code);
  if (code < 0x90) return headToken(r, 'map', code & 0x0f);
  if (code < 0xa0) return headToken(r, 'array', code & 0x0f);
  if (code < 0xc0) return stringToken(r, code & 0x1f);
  if (code >= 0xe0) return numberToken(code - 0x100);
  switch (code) {
    case 0xc0:
      return nilToken;
    case 0xc2:
      return falseToken;
    case 0xc3:
      return trueToken;
    case 0xc4:
      return binaryToken(r, u8(r));
    case 0xc5:
      return binaryToken(r, u16(r));
    case 0xc6:
      return binaryToken(r, u32(r));
    case 0xc7:
      return extensionToken(r, u8(r));
    case 0xc8:
      return extensionToken(r, u16(r));
    case 0xc9:
      return extensionToken(r, u32(r));
    case 0xca:
      return numberToken(fromFloat(r.buffer.readFloatBE(take(r, 4))));
    case 0xcb:
      return numberToken(fromFloat(r.buffer.readDoubleBE(take(r, 8))));
    case 0xcc:
      return numberToken(u8(r));
    case 0xcd:
      return numberToken(u16(r));
    case 0xce:
      return numberToken(u32(r));
    case 0xcf:
      return bigIntToken(r.buffer.readBigUInt64BE(take(r, 8)));
    case 0xd0:
      return numberToken(r.buffer.readInt8(take(r, 1)));
    case 0xd1:
      return numberToken(r.buffer.readInt16BE(take(r, 2)));
    case 0xd2:
      return numberToken(r.buffer.readInt32BE(take(r, 4)));
    case 0xd3:
      return bigIntToken(r.buffer.readBigInt64BE(take(r, 8)));
    case 0xd4:
    case 0xd5:
    case 0xd6:
    case 0xd7:
    case 0xd8:
      return extensionToken(r, 1 << (code - 0xd4));
    case 0xd9:
      return stringToken(r, u8(r));
    case 0xda:
      return stringToken(r, u16(r));
    case 0xdb:
      return stringToken(r, u32(r));
    case 0xdc:
      return headToken(r, 'array', u16(r));
    case 0xdd:
      return headToken(r, 'array', u32(r));
    case 0xde:
      return headToken(r, 'map', u16(r));
    case 0xdf:
      return headToken(r, 'map', u32(r));
    default:
      throw new RangeError('0xc1 is not MessagePack');
  }
};
