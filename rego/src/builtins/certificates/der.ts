import { typeMismatch } from '../builtin.ts';

/** A value of ASN.1 in its distinguished encoding. */
export interface DerValue {
  /** The first byte: class, whether it consists of others, and number. */
  readonly tag: number;
  readonly content: Buffer;
  /** The element with its tag and length. */
  readonly whole: Buffer;
}
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  identifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;
/** The tag of an element that the context gives a number; `isConstructed` when it consists of others. */
export const contextTag = (number: number, isConstructed: boolean): number => (isConstructed ? 0xa0 : 0x80) + number;

/** The values that follow each other in bytes. @throws typeMismatch where they are not encoded in one certain way. */
export function readValues(bytes: Buffer): readonly DerValue[] {
  const values: DerValue[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [tag, first] = [bytes[at] as number, bytes[at + 1]];
    if (first === undefined || (tag & 0x1f) === 0x1f || first === 0x80 || first > 0x84) throw typeMismatch;
    const lengthBytes = first < 0x80 ? 0 : first - 0x80;
    const start = at + 2 + lengthBytes;
    if (start > bytes.length) throw typeMismatch;
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
    const isShortest = lengthBytes === 0 || (length >= 0x80 && bytes[at + 2] !== 0);
    if (!isShortest || start + length > bytes.length) throw typeMismatch;
    values.push({ tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(at, start + length) });
    at = start + length;
  }
  return values;
}
/** The values that one with this tag consists of. @throws typeMismatch */
export const readParts = (value: DerValue | undefined, tag: number = tags.sequence): readonly DerValue[] =>
  readValues(contentOf(value, tag));
/** The content of a value with this tag. @throws typeMismatch */
export function contentOf(value: DerValue | undefined, tag: number): Buffer {
  if (value?.tag !== tag) throw typeMismatch;
  return value.content;
}
/** The only value that bytes hold. @throws typeMismatch */
export function readOne(bytes: Buffer): DerValue {
  const [value, ...more] = readValues(bytes);
  if (!value || more.length > 0) throw typeMismatch;
  return value;
}

/** Reads an integer of any length. @throws typeMismatch */
export function readInteger(value: DerValue | undefined): bigint {
  const content = contentOf(value, tags.integer);
  const [first, second = 0] = content;
  const isLonger = content.length > 1 && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80));
  if (first === undefined || isLonger) throw typeMismatch;
  return BigInt.asIntN(content.length * 8, BigInt(`0x${content.toString('hex')}`));
}
export function readBoolean(value: DerValue | undefined): boolean {
  const [byte, ...more] = contentOf(value, tags.boolean);
  if ((byte !== 0 && byte !== 0xff) || more.length > 0) throw typeMismatch;
  return byte === 0xff;
}
/** The bits of a bit string without unused bits at the end. @throws typeMismatch */
export function readBits(value: DerValue | undefined): Buffer {
  const content = contentOf(value, tags.bitString);
  if (content[0] !== 0) throw typeMismatch;
  return content.subarray(1);
}
/** The numbers of an object identifier. @throws typeMismatch */
export function readIdentifier(value: DerValue | undefined, tag: number = tags.identifier): readonly number[] {
  const numbers: number[] = [];
  let [current, isOpen] = [0, false];
  for (const byte of contentOf(value, tag)) {
    if (!isOpen && byte === 0x80) throw typeMismatch;
    current = current * 128 + (byte & 0x7f);
    isOpen = byte >= 0x80;
    if (current > 0x7fffffff) throw typeMismatch;
    if (isOpen) continue;
    if (numbers.length > 0) numbers.push(current);
    else numbers.push(...(current < 80 ? [Math.floor(current / 40), current % 40] : [2, current - 80]));
    current = 0;
  }
  if (numbers.length === 0 || isOpen) throw typeMismatch;
  return numbers;
}
/** A time as `2030-01-02T03:04:05Z`. Two digits of a year below 50 are of this century. @throws typeMismatch */
export function readTime(value: DerValue | undefined): string {
  const pattern =
    value?.tag === tags.utcTime ? /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/ : /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/;
  const match = pattern.exec((value?.content ?? Buffer.alloc(0)).toString('latin1'));
  if (!match || (value?.tag !== tags.utcTime && value?.tag !== tags.generalizedTime)) throw typeMismatch;
  const [, written = '', month, day, hour, minute, second] = match;
  const year = written.length === 4 ? written : `${Number(written) < 50 ? 20 : 19}${written}`;
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || `${time.toISOString().slice(0, 19)}Z` !== text) throw typeMismatch;
  return text;
}
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** What the texts of the types consist of that have few characters. */
const alphabets: Readonly<Record<number, RegExp>> = {
  0x12: /^[0-9 ]*$/,
  0x13: /^[A-Za-z0-9 '()+,\-./:=?*&]*$/,
  0x14: /^[^]*$/,
  // eslint-disable-next-line no-control-regex
  0x16: /^[\u0000-\u007f]*$/,
};
/** The text of a string type of ASN.1; undefined for a value of another type, and for characters that the type does not have. */
export function readText({ tag, content }: DerValue): string | undefined {
  if (tag === 0x1e) return content.length % 2 === 0 ? Buffer.from(content).swap16().toString('utf16le').replace(/\0$/, '') : undefined;
  const text = tag === 0x0c ? decodeUtf8(content) : content.toString('latin1');
  return tag === 0x0c || alphabets[tag]?.test(text ?? '') ? text : undefined;
}
function decodeUtf8(content: Buffer): string | undefined {
  try {
    return utf8.decode(content);
  } catch {
    return undefined;
  }
}
