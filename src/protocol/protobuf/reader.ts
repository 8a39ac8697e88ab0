export interface ProtobufReader {
  readonly buffer: Buffer;
  at: number;
  readonly end: number;
}

export const createReader = (bytes: Uint8Array): ProtobufReader => ({
  buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  at: 0,
  end: bytes.byteLength,
});

const throwTruncated = (): never => {
  throw new RangeError('the message ends in the middle of a field');
};

/** A whole number as a signed 64-bit one; exact within ±(2^53 - 1). */
export const readVarint = (r: ProtobufReader): number => {
  if (r.at >= r.end) throwTruncated();
  const first = r.buffer[r.at]!;
  if (first < 0x80) {
    r.at++;
    return first;
  }
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    if (r.at >= r.end) throwTruncated();
    const byte = r.buffer[r.at++]!;
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return Number(BigInt.asIntN(64, value));
  }
  throw new RangeError('a number takes more than ten bytes');
};

/** A view of the next length-prefixed bytes, not a copy. */
export const readBytes = (r: ProtobufReader): Buffer => {
  const size = readVarint(r);
  if (size < 0 || size > r.end - r.at) throwTruncated();
  return r.buffer.subarray(r.at, (r.at += size));
};

/** Steps over a field this table does not name. */
export const skipField = (r: ProtobufReader, wire: number): void => {
  if (wire === 0) readVarint(r);
  else if (wire === 1) r.at += 8;
  else if (wire === 2) readBytes(r);
  else if (wire === 5) r.at += 4;
  else throw new RangeError(`wire type ${wire} is not in use`);
  if (r.at > r.end) throwTruncated();
};
