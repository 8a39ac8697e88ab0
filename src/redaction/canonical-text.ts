/**
 * A text in which all spellings of one secret are equal: percent-encoding, escapes of JSON and of HTML are decoded, as often as they were
 * applied; white space, `+` and backslashes are left out. One character is one byte of UTF-8. `starts` and `ends`: of each, where in the
 * source it was.
 */
export interface CanonicalText {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

interface Output {
  bytes: Uint8Array;
  starts: Uint32Array;
  ends: Uint32Array;
  length: number;
}

const [percent, plus, semicolon, backslash, letterU, letterX] = [0x25, 0x2b, 0x3b, 0x5c, 0x75, 0x78];
/** What a letter behind a backslash means in JSON is white space or a control character. */
const whitespaceEscapes = new Set([...'nrtbfv0'].map((letter) => letter.charCodeAt(0)));
const entities: { readonly [name: string]: number } = { quot: 0x22, amp: 0x26, lt: 0x3c, gt: 0x3e, apos: 0x27 };

const hexDigit = (byte: number): number =>
  byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66 ? (byte | 0x20) - 0x57 : -1;

/** The number that the last `digits` bytes spell in base 16; -1 for none. */
const hexTail = ({ bytes, length }: Output, digits: number): number => {
  let value = 0;
  for (let i = length - digits; i < length; i++) {
    const digit = hexDigit(bytes[i]!);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
};

const isByteAt = ({ bytes, length }: Output, back: number, byte: number): boolean => length >= back && bytes[length - back] === byte;

/** The escape that the last byte completes: its length in bytes and its character; null: none. */
interface Escape {
  readonly length: number;
  /** A byte of UTF-8 or a code point; -1 for white space, which is left out. */
  readonly value: number;
  readonly isByte?: true;
}

const entityTail = (out: Output): Escape | null => {
  const tail = String.fromCharCode(...out.bytes.subarray(Math.max(0, out.length - 10), out.length));
  const [whole, name, decimal, hex] = /&(?:([a-z]{2,4})|#(\d{1,6})|#x([0-9a-f]{1,5}));$/i.exec(tail) ?? [];
  if (whole === undefined) return null;
  const value = name !== undefined ? entities[name.toLowerCase()] : Number.parseInt(decimal ?? hex!, decimal ? 10 : 16);
  return value === undefined ? null : { length: whole.length, value };
};

const escapeTail = (out: Output): Escape | null => {
  const last = out.bytes[out.length - 1]!;
  if (last === semicolon) return entityTail(out);
  if (whitespaceEscapes.has(last) && isByteAt(out, 2, backslash)) return { length: 2, value: -1 };
  if (hexDigit(last) < 0) return null;
  const two = out.length >= 3 ? hexTail(out, 2) : -1;
  if (two >= 0 && isByteAt(out, 3, percent)) return { length: 3, value: two, isByte: true };
  if (two >= 0 && isByteAt(out, 3, letterX) && isByteAt(out, 4, backslash)) return { length: 4, value: two };
  const four = out.length >= 6 && isByteAt(out, 5, letterU) && isByteAt(out, 6, backslash) ? hexTail(out, 4) : -1;
  return four >= 0 ? { length: 6, value: four } : null;
};

const append = (out: Output, byte: number, start: number, end: number): void => {
  if (out.length === out.bytes.length) grow(out);
  out.bytes[out.length] = byte;
  out.starts[out.length] = start;
  out.ends[out.length] = end;
  out.length++;
};

/** What is left out parts a backslash from what follows it, as its own escape does: backslashes are left out in the end. */
const endEscape = (out: Output): void => {
  while (isByteAt(out, 1, backslash)) out.length--;
};

/** Appends one byte and decodes what it completes, which may complete something else. */
const pushByte = (out: Output, first: number, start: number, end: number): void => {
  for (let [byte, from] = [first, start]; ;) {
    if (byte <= 0x20 || byte === 0x7f || byte === plus) return endEscape(out);
    if (byte === backslash && isByteAt(out, 1, backslash)) {
      out.ends[out.length - 1] = end;
      return;
    }
    append(out, byte, from, end);
    const invisible = invisibleTail(out);
    if (invisible > 0) {
      out.length -= invisible;
      return endEscape(out);
    }
    const escape = escapeTail(out);
    if (escape === null) return;
    from = out.starts[out.length - escape.length]!;
    out.length -= escape.length;
    if (escape.value < 0) return endEscape(out);
    if (escape.value >= 0x80 && !escape.isByte) return pushCodePoint(out, escape.value, from, end);
    byte = escape.value;
  }
};

const grow = (out: Output): void => {
  const size = out.bytes.length * 2;
  const enlarge = <T extends Uint8Array | Uint32Array>(from: T, to: T): T => {
    to.set(from);
    return to;
  };
  out.bytes = enlarge(out.bytes, new Uint8Array(size));
  out.starts = enlarge(out.starts, new Uint32Array(size));
  out.ends = enlarge(out.ends, new Uint32Array(size));
};

/** The bytes of a high surrogate that was escaped alone, whose second half may follow. */
const highSurrogateTail = ({ bytes, length }: Output): number =>
  length >= 3 && bytes[length - 3] === 0xed && bytes[length - 2]! >= 0xa0 && bytes[length - 2]! <= 0xaf
    ? 0xd000 | ((bytes[length - 2]! & 0x3f) << 6) | (bytes[length - 1]! & 0x3f)
    : 0;

/** Code points that `stripControlCharacters` removes from ASCII text upwards, and white space: never part of a canonical text. */
const isInvisible = (point: number): boolean =>
  (point >= 0x80 && point <= 0xa0) ||
  point === 0xad ||
  point === 0x61c ||
  (point >= 0x2000 && point <= 0x200f) ||
  (point >= 0x2028 && point <= 0x202f) ||
  (point >= 0x205f && point <= 0x2069) ||
  point === 0x3000 ||
  point === 0xfeff;

/** Bytes of the invisible code point that the last byte completes; 0: none. Percent-encoding spells it byte by byte. */
const invisibleTail = ({ bytes, length }: Output): number => {
  if (length < 2 || bytes[length - 1]! >> 6 !== 0b10) return 0;
  const [before, last] = [bytes[length - 2]!, bytes[length - 1]! & 0x3f];
  if (before >> 5 === 0b110) return isInvisible(((before & 0x1f) << 6) | last) ? 2 : 0;
  if (length < 3 || before >> 6 !== 0b10 || bytes[length - 3]! >> 4 !== 0b1110) return 0;
  return isInvisible(((bytes[length - 3]! & 0xf) << 12) | ((before & 0x3f) << 6) | last) ? 3 : 0;
};

const pushCodePoint = (out: Output, point: number, start: number, end: number): void => {
  if (point < 0x80) return pushByte(out, point, start, end);
  if (isInvisible(point)) return endEscape(out);
  const high = point >= 0xdc00 && point <= 0xdfff ? highSurrogateTail(out) : 0;
  if (high > 0) {
    out.length -= 3;
    return pushCodePoint(out, 0x10000 + ((high - 0xd800) << 10) + (point - 0xdc00), out.starts[out.length]!, end);
  }
  const rest = (shift: number): number => 0x80 | ((point >> shift) & 0x3f);
  if (point < 0x800) append(out, 0xc0 | (point >> 6), start, end);
  else {
    if (point < 0x10000) append(out, 0xe0 | (point >> 12), start, end);
    else {
      append(out, 0xf0 | (point >> 18), start, end);
      append(out, rest(12), start, end);
    }
    append(out, rest(6), start, end);
  }
  append(out, rest(0), start, end);
};

/** Linear in the length of the source. */
export const canonicalText = (source: string): CanonicalText => {
  const size = source.length + 64;
  const out: Output = { bytes: new Uint8Array(size), starts: new Uint32Array(size), ends: new Uint32Array(size), length: 0 };
  for (let i = 0; i < source.length;) {
    const point = source.codePointAt(i)!;
    const end = i + (point > 0xffff ? 2 : 1);
    pushCodePoint(out, point, i, end);
    i = end;
  }
  return withoutBackslashes(out);
};

const withoutBackslashes = (out: Output): CanonicalText => {
  let length = 0;
  for (let i = 0; i < out.length; i++) {
    if (out.bytes[i] === backslash) continue;
    out.bytes[length] = out.bytes[i]!;
    out.starts[length] = out.starts[i]!;
    out.ends[length] = out.ends[i]!;
    length++;
  }
  return {
    text: Buffer.from(out.bytes.buffer, 0, length).toString('latin1'),
    starts: out.starts.subarray(0, length),
    ends: out.ends.subarray(0, length),
  };
};
