import { constants, isUtf8 } from 'node:buffer';
import type { SourceFault } from './source.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export interface DecodedText {
  /** Includes the byte order mark, if there is one, so that a file is written back byte for byte. Columns do not count it. */
  readonly text: string;
  readonly encoding: Encoding;
  readonly fault?: SourceFault;
}

const toBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const startsWithBytes = (bytes: Uint8Array, ...mark: readonly number[]): boolean => mark.every((byte, index) => bytes[index] === byte);

/** A copy with the two bytes of each unit changed over; an odd last byte stays. */
function swapBytes(bytes: Uint8Array): Buffer {
  const copy = Buffer.from(bytes);
  copy.subarray(0, copy.length & ~1).swap16();
  return copy;
}

const decodeFault = (message: string, start: number, end: number): SourceFault => ({ message, severity: 'error', start, end });

/** The offset of the first U+FFFD that the decoder inserted, unless the file itself contains it. */
function findInvalidCharacter(bytes: Uint8Array, text: string): { start: number; offset: number } {
  let [start, offset, from] = [text.indexOf('\ufffd'), 0, 0];
  for (; start >= 0; start = text.indexOf('\ufffd', start + 1)) {
    offset += Buffer.byteLength(text.slice(from, start));
    from = start;
    if (!startsWithBytes(bytes.subarray(offset), 0xef, 0xbf, 0xbd)) break;
  }
  return { start, offset };
}

function decodeUtf8(bytes: Uint8Array): DecodedText {
  const text = toBuffer(bytes).toString('utf8');
  if (isUtf8(bytes)) return { text, encoding: 'utf-8' };
  const { start, offset } = findInvalidCharacter(bytes, text);
  const byte = bytes[offset]!.toString(16).toUpperCase().padStart(2, '0');
  return {
    text,
    encoding: 'utf-8',
    fault: decodeFault(
      `the file is not UTF-8: byte 0x${byte} at offset ${offset} begins no character; save the file as UTF-8`,
      start,
      start + 1,
    ),
  };
}

/** Whether a unit is an unpaired surrogate. */
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): DecodedText {
  const text = (encoding === 'utf-16le' ? toBuffer(bytes) : swapBytes(bytes)).toString('utf16le');
  const lone = text.search(loneSurrogate);
  if (lone >= 0)
    return {
      text,
      encoding,
      fault: decodeFault(
        `the file is not UTF-16: the unit at byte offset ${lone * 2} is half of a character; save the file as UTF-8`,
        lone,
        lone + 1,
      ),
    };
  if (bytes.length % 2 === 1)
    return {
      text,
      encoding,
      fault: decodeFault(
        `the file is not UTF-16: it has an odd number of bytes, ${bytes.length}; save the file as UTF-8`,
        text.length,
        text.length,
      ),
    };
  return { text, encoding };
}

/** Whether every other byte of the first characters is zero: UTF-16 of a text that begins with ASCII, without a byte order mark. */
const unmarkedUtf16 = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  const start = bytes.subarray(0, 8);
  if (start.length < 2 || bytes.length % 2 === 1) return undefined;
  const isZeroAt = (rest: 0 | 1): boolean => start.every((byte, index) => (byte === 0) === (index % 2 === rest));
  if (isZeroAt(1)) return 'utf-16le';
  return isZeroAt(0) ? 'utf-16be' : undefined;
};

/** Decodes a file: UTF-8, or UTF-16 with a byte order mark. With a fault the text can be shown but not parsed. */
export function decode(bytes: Uint8Array): DecodedText {
  if (bytes.length > constants.MAX_STRING_LENGTH)
    return {
      text: '',
      encoding: 'utf-8',
      fault: decodeFault(`the file has ${bytes.length} bytes; at most ${constants.MAX_STRING_LENGTH} can be read`, 0, 0),
    };
  if (startsWithBytes(bytes, 0xff, 0xfe, 0, 0) || startsWithBytes(bytes, 0, 0, 0xfe, 0xff))
    return { text: '', encoding: 'utf-8', fault: decodeFault('the file is UTF-32, which is not read; save it as UTF-8', 0, 0) };
  if (startsWithBytes(bytes, 0xff, 0xfe)) return decodeUtf16(bytes, 'utf-16le');
  if (startsWithBytes(bytes, 0xfe, 0xff)) return decodeUtf16(bytes, 'utf-16be');
  const unmarked = unmarkedUtf16(bytes);
  if (unmarked === undefined) return decodeUtf8(bytes);
  const { text } = decodeUtf16(bytes, unmarked);
  return {
    text,
    encoding: unmarked,
    fault: decodeFault('the file is UTF-16 without a byte order mark, which programs read as UTF-8; save it as UTF-8', 0, 1),
  };
}

/** The bytes of a text in the encoding it came in. */
export function encode(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  const little = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? little : swapBytes(little);
}
