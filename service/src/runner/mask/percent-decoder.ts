/** A byte, as it is or decoded, and the offsets of the bytes that it was written with. */
export interface DecodedByte {
  readonly byte: number;
  /** Offsets in the encoded text: of the first byte, and after the last one. */
  readonly start: number;
  readonly end: number;
}

/** Decodes `%2F` to `/` in a stream of bytes, and what was encoded again (`%252F`), as often as it can be decoded. */
export interface PercentDecoder {
  push(byte: DecodedByte): void;
  /** Emits what could still have been completed, as it is. */
  end(): void;
  /** The offset of the first byte that may still be completed; undefined if nothing is held back. */
  pendingStart(): number | undefined;
}

/** The code of `%`, which begins an escape. */
export const percent = 37;
/** Maximum nesting of open escapes: `%%34` has depth one. Deeper ones are not decoded. */
const maxOpen = 8;

const hexValue = (byte: number): number | undefined =>
  byte >= 48 && byte <= 57 ? byte - 48 : (byte | 32) >= 97 && (byte | 32) <= 102 ? (byte | 32) - 87 : undefined;

/**
 * The result does not depend on the order of decoding, since no two escapes overlap: all spellings of a text that differ only in which
 * characters are escaped are decoded to the same bytes. Line breaks are not emitted. Takes constant time per byte.
 */
export const createPercentDecoder = (emit: (byte: DecodedByte) => void): PercentDecoder => {
  /** Open escapes: each is a percent sign, or one with its first digit. */
  let open: DecodedByte[] = [];
  const emitByte = (one: DecodedByte): void => {
    if (one.byte !== 10 && one.byte !== 13) emit(one);
  };
  const emitOpen = (): void => {
    for (const one of open) emitByte(one);
    open = [];
  };
  const push = (next: DecodedByte): void => {
    let one = next;
    for (;;) {
      if (one.byte === percent) {
        if (open.length >= maxOpen * 2) emitOpen();
        open.push(one);
        return;
      }
      const value = hexValue(one.byte);
      const last = open.at(-1);
      if (value === undefined || !last) {
        emitOpen();
        emitByte(one);
        return;
      }
      if (last.byte === percent) {
        open.push(one);
        return;
      }
      const { start } = open.at(-2)!;
      open.length -= 2;
      one = { byte: hexValue(last.byte)! * 16 + value, start, end: one.end };
    }
  };
  return { push, end: emitOpen, pendingStart: () => open[0]?.start };
};

/** Decodes a text as often as it can be decoded; without line breaks. */
export const decodePercent = (text: Buffer): Buffer => {
  const bytes: number[] = [];
  const decoder = createPercentDecoder(({ byte }) => bytes.push(byte));
  text.forEach((byte, start) => decoder.push({ byte, start, end: start + 1 }));
  decoder.end();
  return Buffer.from(bytes);
};
