/** An OpenPGP key (RSA, version 4) with one user, and detached signatures of it: what a provider's release needs. */
import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

const numberBytes = (value: number, size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(value, 0, size);
  return bytes;
};
/** A multiprecision integer: its bits, then its bytes. */
const integer = (bytes: Buffer): Buffer => {
  const start = bytes.findIndex((byte) => byte !== 0);
  const rest = bytes.subarray(start);
  return Buffer.concat([numberBytes((rest.length - 1) * 8 + (32 - Math.clz32(rest[0]!)), 2), rest]);
};
const packet = (tag: number, body: Buffer): Buffer => Buffer.concat([Buffer.from([0xc0 | tag, 0xff]), numberBytes(body.length, 4), body]);
const subpacket = (type: number, body: Buffer): Buffer => Buffer.concat([Buffer.from([body.length + 1, type]), body]);

const checksum = (bytes: Buffer): Buffer => {
  let crc = 0xb704ce;
  for (const byte of bytes) {
    crc ^= byte << 16;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x800000 ? ((crc << 1) ^ 0x1864cfb) & 0xffffff : crc << 1;
  }
  return numberBytes(crc & 0xffffff, 3);
};
const armor = (kind: string, bytes: Buffer): string => {
  const lines = bytes.toString('base64').match(/.{1,64}/g)!;
  return `-----BEGIN PGP ${kind}-----\n\n${lines.join('\n')}\n=${checksum(bytes).toString('base64')}\n-----END PGP ${kind}-----\n`;
};

const createdAt = numberBytes(1_700_000_000, 4);

/** The key certifies and signs: verifiers pass over a key that does not say so. */
const keyFlags = subpacket(27, Buffer.from([0x03]));

const sign = (key: KeyObject, keyId: Buffer, type: number, content: Buffer): Buffer => {
  const hashed = Buffer.concat([subpacket(2, createdAt), ...(type === 0x13 ? [keyFlags] : [])]);
  const head = Buffer.concat([Buffer.from([4, type, 1, 8]), numberBytes(hashed.length, 2), hashed]);
  const signed = Buffer.concat([content, head, Buffer.from([4, 0xff]), numberBytes(head.length, 4)]);
  const unhashed = subpacket(16, keyId);
  const value = createSign('sha256').update(signed).sign(key);
  const digest = createHash('sha256').update(signed).digest();
  return packet(2, Buffer.concat([head, numberBytes(unhashed.length, 2), unhashed, digest.subarray(0, 2), integer(value)]));
};

export interface SigningKey {
  readonly keyId: string;
  readonly asciiArmor: string;
  /** A detached binary signature. */
  sign(bytes: Buffer): Buffer;
}

export const createSigningKey = (user = 'Release <release@acme.example>'): SigningKey => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { n, e } = publicKey.export({ format: 'jwk' });
  const numbers = [n!, e!].map((text) => integer(Buffer.from(text, 'base64url')));
  const body = Buffer.concat([Buffer.from([4]), createdAt, Buffer.from([1]), ...numbers]);
  const hashed = Buffer.concat([Buffer.from([0x99]), numberBytes(body.length, 2), body]);
  const keyId = createHash('sha1').update(hashed).digest().subarray(-8);
  const name = Buffer.from(user);
  const certified = Buffer.concat([hashed, Buffer.from([0xb4]), numberBytes(name.length, 4), name]);
  const packets = [packet(6, body), packet(13, name), sign(privateKey, keyId, 0x13, certified)];
  return {
    keyId: keyId.toString('hex').toUpperCase(),
    asciiArmor: armor('PUBLIC KEY BLOCK', Buffer.concat(packets)),
    sign: (bytes) => sign(privateKey, keyId, 0x00, bytes),
  };
};
