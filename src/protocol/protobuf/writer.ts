/**
 * Protocol Buffers, written from the last byte to the first: the length of a nested message is then known
 * when its prefix is written, so one pass over the value is enough.
 */
export interface ProtobufWriter {
  buffer: Buffer;
  at: number;
}

export const createWriter = (size = 1024): ProtobufWriter => ({ buffer: Buffer.allocUnsafe(size), at: size });

export const writtenBytes = (w: ProtobufWriter): Buffer => w.buffer.subarray(w.at);

/** Makes `size` bytes free in front of what is written and moves there. It may replace the buffer: read `w.buffer` after it. */
const reserveBefore = (w: ProtobufWriter, size: number): number => {
  if (size > w.at) {
    const used = w.buffer.length - w.at;
    const bigger = Buffer.allocUnsafe(Math.max(w.buffer.length * 2, used + size));
    w.buffer.copy(bigger, bigger.length - used, w.at);
    w.at = bigger.length - used;
    w.buffer = bigger;
  }
  return (w.at -= size);
};

/** A whole number between -2^63 and 2^63; exact within ±(2^53 - 1). Negative ones take ten bytes. */
export const writeVarint = (w: ProtobufWriter, value: number): void => {
  if (value >= 0 && value < 0x80) {
    const at = reserveBefore(w, 1);
    w.buffer[at] = value;
    return;
  }
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  do {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  } while (rest > 0n);
  bytes[bytes.length - 1]! &= 0x7f;
  const at = reserveBefore(w, bytes.length);
  w.buffer.set(bytes, at);
};

export const writeTag = (w: ProtobufWriter, field: number, wire: number): void => writeVarint(w, field * 8 + wire);

export const writeBytes = (w: ProtobufWriter, bytes: Uint8Array): void => {
  const at = reserveBefore(w, bytes.length);
  w.buffer.set(bytes, at);
  writeVarint(w, bytes.length);
};

export const writeString = (w: ProtobufWriter, text: string): void => {
  const size = Buffer.byteLength(text);
  const at = reserveBefore(w, size);
  w.buffer.write(text, at, size, 'utf8');
  writeVarint(w, size);
};

/** Writes the output of `body`, prefixed with its length. */
export const writeNested = (w: ProtobufWriter, body: () => void): void => {
  const end = w.buffer.length - w.at;
  body();
  writeVarint(w, w.buffer.length - w.at - end);
};
