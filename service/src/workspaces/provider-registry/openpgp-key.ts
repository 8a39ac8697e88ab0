import { createHash } from 'node:crypto';

const armorPattern = /^-----BEGIN PGP PUBLIC KEY BLOCK-----\r?\n/;
const endLine = '-----END PGP PUBLIC KEY BLOCK-----';

/** The bytes between the armor's lines (RFC 9580, section 6): headers, checksum and line ends left out. */
const decodeArmor = (text: string): Buffer | undefined => {
  const armor = text.trimStart();
  const end = armor.indexOf(endLine);
  if (!armorPattern.test(armor) || end < 0) return undefined;
  const lines = armor.slice(0, end).split(/\r?\n/).slice(1);
  const blank = lines.findIndex((line) => line.trim() === '');
  const data = lines.slice(blank + 1).filter((line) => line !== '' && !/^=[A-Za-z0-9+/]{4}\s*$/.test(line));
  return data.every((line) => /^[A-Za-z0-9+/=\s]*$/.test(line)) ? Buffer.from(data.join(''), 'base64') : undefined;
};

/** The start and the length of the first packet's body, from the old or the new form of its header. */
const readPacketHeader = (bytes: Buffer): { readonly tag: number; readonly start: number; readonly length: number } | undefined => {
  const [first, second] = [bytes[0] ?? 0, bytes[1] ?? 0];
  if ((first & 0x80) === 0) return undefined;
  if ((first & 0x40) === 0) {
    const size = [1, 2, 4][first & 0x03];
    if (size === undefined || bytes.length < 1 + size) return undefined;
    return { tag: (first >> 2) & 0x0f, start: 1 + size, length: bytes.readUIntBE(1, size) };
  }
  const tag = first & 0x3f;
  if (second < 192) return { tag, start: 2, length: second };
  if (second < 224) return { tag, start: 3, length: ((second - 192) << 8) + (bytes[2] ?? 0) + 192 };
  return second === 255 && bytes.length >= 6 ? { tag, start: 6, length: bytes.readUInt32BE(2) } : undefined;
};

const publicKeyTag = 6;

/**
 * The key ID of an armored OpenPGP public key: the last 16 hexadecimal digits of the fingerprint of its first packet (version 4).
 * Undefined where the text is no armored public key.
 */
export const readKeyId = (asciiArmor: string): string | undefined => {
  const bytes = decodeArmor(asciiArmor);
  const header = bytes && readPacketHeader(bytes);
  if (!bytes || header?.tag !== publicKeyTag) return undefined;
  const body = bytes.subarray(header.start, header.start + header.length);
  if (body[0] !== 4) return undefined;
  const prefix = Buffer.from([0x99, header.length >> 8, header.length & 0xff]);
  return createHash('sha1').update(prefix).update(body).digest('hex').slice(-16).toUpperCase();
};
