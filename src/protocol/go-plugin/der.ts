/** Just enough DER to write a certificate: a tag, a length, what is inside. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const head = length < 0x80 ? [tag, length] : length < 0x100 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), body]);
};

export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]): Buffer => der(0x31, ...parts);
/** The bytes of a positive number, without a leading zero of their own. */
export const integer = (bytes: Uint8Array): Buffer => der(0x02, bytes[0]! & 0x80 ? Buffer.from([0, ...bytes]) : bytes);
export const booleanTrue = der(0x01, Buffer.from([0xff]));
export const bitString = (bytes: Uint8Array, unused = 0): Buffer => der(0x03, Buffer.from([unused]), bytes);
export const octetString = (bytes: Uint8Array): Buffer => der(0x04, bytes);
export const utf8String = (value: string): Buffer => der(0x0c, Buffer.from(value));
/** `explicit` wraps a whole value, `implicit` takes the place of its tag. */
export const explicitTag = (tag: number, part: Uint8Array): Buffer => der(0xa0 | tag, part);
export const implicitTag = (tag: number, bytes: Uint8Array): Buffer => der(0x80 | tag, bytes);
/** UTCTime, which X.509 requires before the year 2050. */
export const utcTime = (at: Date): Buffer => der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

/** An object identifier such as 2.5.29.17. */
export const objectIdentifier = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const groups = [part & 0x7f];
    for (let high = part >>> 7; high > 0; high >>>= 7) groups.unshift((high & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.from(bytes));
};
