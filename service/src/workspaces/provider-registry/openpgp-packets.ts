/** Packets of OpenPGP, version 4 (RFC 9580, sections 3 to 6): what a public key and a signature are made of. */

export const numberBytes = (value: number, size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(value, 0, size);
  return bytes;
};

/** A multiprecision integer: the number of its bits, then its bytes without leading zeros. */
export const integerBytes = (bytes: Buffer): Buffer => {
  const start = bytes.findIndex((byte) => byte !== 0);
  if (start < 0) return numberBytes(0, 2);
  const rest = bytes.subarray(start);
  return Buffer.concat([numberBytes((rest.length - 1) * 8 + (32 - Math.clz32(rest[0]!)), 2), rest]);
};

export const packetBytes = (tag: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xc0 | tag, 0xff]), numberBytes(body.length, 4), body]);

export const subpacketBytes = (type: number, body: Buffer): Buffer => Buffer.concat([Buffer.from([body.length + 1, type]), body]);

/** CRC-24 (RFC 9580, section 6.1). */
const checksumBytes = (bytes: Buffer): Buffer => {
  let crc = 0xb704ce;
  for (const byte of bytes) {
    crc ^= byte << 16;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x800000 ? ((crc << 1) ^ 0x1864cfb) & 0xffffff : crc << 1;
  }
  return numberBytes(crc & 0xffffff, 3);
};

/** Bytes as the text that key files and registries carry. */
export const armorPublicKey = (bytes: Buffer): string => {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} PGP PUBLIC KEY BLOCK-----`);
  return `${begin}\n\n${lines.join('\n')}\n=${checksumBytes(bytes).toString('base64')}\n${end}\n`;
};
