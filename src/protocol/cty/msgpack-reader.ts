import { fromDecimal, fromFloat } from './decimal.ts';
import { type Unknown, mark, unknown } from './unknown.ts';

export interface In { readonly buffer: Buffer; at: number }

export const input = (bytes: Uint8Array): In => ({ buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 });

/** Moves over `size` bytes and answers where they begin. */
const take = (r: In, size: number): number => {
  const at = r.at;
  if (size > r.buffer.length - at) throw new RangeError('the value ends in the middle');
  r.at = at + size;
  return at;
};

/** What stands next: a whole scalar, or the head of something with `count` parts. */
export type Token =
  | { readonly is: 'value'; readonly value: null | boolean | string | Uint8Array | Unknown }
  | { readonly is: 'number'; readonly value: number | string }
  | { readonly is: 'array' | 'map'; readonly count: number };

const scalar = (value: null | boolean | string | Uint8Array | Unknown): Token => ({ is: 'value', value });
const number = (value: number | string): Token => ({ is: 'number', value });
const nil = scalar(null), yes = scalar(true), no = scalar(false);

const text = (r: In, size: number): Token => { const at = take(r, size); return scalar(r.buffer.toString('utf8', at, r.at)); };
const binary = (r: In, size: number): Token => { const at = take(r, size); return scalar(r.buffer.subarray(at, r.at)); };

/** Every part takes a byte at least: a count that the rest cannot hold is refused before anything is made for it. */
const head = (r: In, is: 'array' | 'map', count: number): Token => {
  if (count * (is === 'map' ? 2 : 1) > r.buffer.length - r.at) throw new RangeError('the value ends in the middle');
  return { is, count };
};

/** Every extension is an unknown value; only code 12 says more about it. */
const extension = (r: In, size: number): Token => {
  const code = r.buffer.readInt8(take(r, 1));
  const at = take(r, size);
  return scalar(code === 12 && size > 0 ? { [mark]: true, refined: Uint8Array.prototype.slice.call(r.buffer, at, r.at) } : unknown);
};

const u8 = (r: In): number => r.buffer[take(r, 1)]!;
const u16 = (r: In): number => r.buffer.readUInt16BE(take(r, 2));
const u32 = (r: In): number => r.buffer.readUInt32BE(take(r, 4));
const big = (value: bigint): Token => number(fromDecimal(value.toString()));

export const next = (r: In): Token => {
  const code = u8(r);
  if (code < 0x80) return number(code);
  if (code < 0x90) return head(r, 'map', code & 0x0f);
  if (code < 0xa0) return head(r, 'array', code & 0x0f);
  if (code < 0xc0) return text(r, code & 0x1f);
  if (code >= 0xe0) return number(code - 0x100);
  switch (code) {
    case 0xc0: return nil;
    case 0xc2: return no;
    case 0xc3: return yes;
    case 0xc4: return binary(r, u8(r));
    case 0xc5: return binary(r, u16(r));
    case 0xc6: return binary(r, u32(r));
    case 0xc7: return extension(r, u8(r));
    case 0xc8: return extension(r, u16(r));
    case 0xc9: return extension(r, u32(r));
    case 0xca: return number(fromFloat(r.buffer.readFloatBE(take(r, 4))));
    case 0xcb: return number(fromFloat(r.buffer.readDoubleBE(take(r, 8))));
    case 0xcc: return number(u8(r));
    case 0xcd: return number(u16(r));
    case 0xce: return number(u32(r));
    case 0xcf: return big(r.buffer.readBigUInt64BE(take(r, 8)));
    case 0xd0: return number(r.buffer.readInt8(take(r, 1)));
    case 0xd1: return number(r.buffer.readInt16BE(take(r, 2)));
    case 0xd2: return number(r.buffer.readInt32BE(take(r, 4)));
    case 0xd3: return big(r.buffer.readBigInt64BE(take(r, 8)));
    case 0xd4: case 0xd5: case 0xd6: case 0xd7: case 0xd8: return extension(r, 1 << (code - 0xd4));
    case 0xd9: return text(r, u8(r));
    case 0xda: return text(r, u16(r));
    case 0xdb: return text(r, u32(r));
    case 0xdc: return head(r, 'array', u16(r));
    case 0xdd: return head(r, 'array', u32(r));
    case 0xde: return head(r, 'map', u16(r));
    case 0xdf: return head(r, 'map', u32(r));
    default: throw new RangeError('0xc1 is not MessagePack');
  }
};
