/** MessagePack, as far as values of the engine need it. */
export interface MsgpackOutput {
  buffer: Buffer;
  at: number;
}

export const msgpackOutput = (): MsgpackOutput => ({ buffer: Buffer.allocUnsafe(512), at: 0 });

export const msgpackBytes = (o: MsgpackOutput): Buffer => o.buffer.subarray(0, o.at);

const reserve = (o: MsgpackOutput, size: number): number => {
  if (o.at + size > o.buffer.length) {
    const bigger = Buffer.allocUnsafe(Math.max(o.buffer.length * 2, o.at + size));
    o.buffer.copy(bigger, 0, 0, o.at);
    o.buffer = bigger;
  }
  const at = o.at;
  o.at += size;
  return at;
};

const byte = (o: MsgpackOutput, value: number): void => {
  const at = reserve(o, 1);
  o.buffer[at] = value;
};
const short = (o: MsgpackOutput, code: number, value: number): void => {
  const at = reserve(o, 3);
  o.buffer[at] = code;
  o.buffer.writeUInt16BE(value, at + 1);
};
const long = (o: MsgpackOutput, code: number, value: number): void => {
  const at = reserve(o, 5);
  o.buffer[at] = code;
  o.buffer.writeUInt32BE(value, at + 1);
};

export const writeNil = (o: MsgpackOutput): void => byte(o, 0xc0);
export const writeBool = (o: MsgpackOutput, value: boolean): void => byte(o, value ? 0xc3 : 0xc2);

/** A whole number within ±(2^53 - 1). */
export const writeInt = (o: MsgpackOutput, value: number): void => {
  if (value >= 0 && value < 0x80) byte(o, value);
  else if (value < 0 && value >= -32) byte(o, value & 0xff);
  else if (value >= 0 && value <= 0xffff) short(o, 0xcd, value);
  else if (value >= 0 && value <= 0xffffffff) long(o, 0xce, value);
  else {
    const at = reserve(o, 9);
    o.buffer[at] = 0xd3;
    o.buffer.writeBigInt64BE(BigInt(value), at + 1);
  }
};

export const writeFloat = (o: MsgpackOutput, value: number): void => {
  const at = reserve(o, 9);
  o.buffer[at] = 0xcb;
  o.buffer.writeDoubleBE(value, at + 1);
};

export const writeMsgpackString = (o: MsgpackOutput, text: string): void => {
  const size = Buffer.byteLength(text);
  if (size < 32) byte(o, 0xa0 | size);
  else if (size <= 0xff) {
    const at = reserve(o, 2);
    o.buffer[at] = 0xd9;
    o.buffer[at + 1] = size;
  } else if (size <= 0xffff) short(o, 0xda, size);
  else long(o, 0xdb, size);
  const at = reserve(o, size);
  o.buffer.write(text, at, size, 'utf8');
};

export const writeBinary = (o: MsgpackOutput, bytes: Uint8Array): void => {
  if (bytes.length <= 0xff) {
    const at = reserve(o, 2);
    o.buffer[at] = 0xc4;
    o.buffer[at + 1] = bytes.length;
  } else if (bytes.length <= 0xffff) short(o, 0xc5, bytes.length);
  else long(o, 0xc6, bytes.length);
  o.buffer.set(bytes, reserve(o, bytes.length));
};

export const writeArrayHead = (o: MsgpackOutput, count: number): void => {
  if (count < 16) byte(o, 0x90 | count);
  else if (count <= 0xffff) short(o, 0xdc, count);
  else long(o, 0xdd, count);
};
export const writeMapHead = (o: MsgpackOutput, count: number): void => {
  if (count < 16) byte(o, 0x80 | count);
  else if (count <= 0xffff) short(o, 0xde, count);
  else long(o, 0xdf, count);
};

export const writeExtension = (o: MsgpackOutput, code: number, bytes: Uint8Array): void => {
  if (bytes.length === 1) {
    const at = reserve(o, 2);
    o.buffer[at] = 0xd4;
    o.buffer[at + 1] = code;
  } else if (bytes.length <= 0xff) {
    const at = reserve(o, 3);
    o.buffer[at] = 0xc7;
    o.buffer[at + 1] = bytes.length;
    o.buffer[at + 2] = code;
  } else {
    short(o, 0xc8, bytes.length);
    byte(o, code);
  }
  o.buffer.set(bytes, reserve(o, bytes.length));
};
