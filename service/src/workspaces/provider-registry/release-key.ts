import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign as signBytes } from 'node:crypto';
import { armorPublicKey, integerBytes, numberBytes, packetBytes, subpacketBytes } from './openpgp-packets.ts';

/** An OpenPGP key that signs the checksums of a provider's version. */
export interface ReleaseKey {
  /** 16 hexadecimal digits in upper case. */
  readonly keyId: string;
  readonly asciiArmor: string;
  /** A detached signature, not armored. */
  sign(bytes: Buffer): Buffer;
}

/** RFC 8410: an Ed25519 private key is these bytes and its seed. */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
/** The curve's object identifier (1.3.6.1.4.1.11591.15.1), after its length. */
const curve = Buffer.from('092b06010401da470f01', 'hex');
const [publicKeyTag, userTag, signatureTag, eddsa, sha256] = [6, 13, 2, 22, 8];
const [binarySignature, certification] = [0x00, 0x13];
const user = Buffer.from('Slipway service');
/** A key is its bytes and its time: one of each, so that every process of a service derives the same key. */
const createdAt = numberBytes(Date.UTC(2026, 0, 1) / 1000, 4);
/** Key flags: it certifies and signs. Verifiers ignore a key without them. */
const keyFlags = subpacketBytes(27, Buffer.from([0x03]));

const createSignature = (key: KeyObject, keyId: Buffer, type: number, content: Buffer): Buffer => {
  const hashed = Buffer.concat([subpacketBytes(2, createdAt), ...(type === certification ? [keyFlags] : [])]);
  const head = Buffer.concat([Buffer.from([4, type, eddsa, sha256]), numberBytes(hashed.length, 2), hashed]);
  const trailer = Buffer.concat([Buffer.from([4, 0xff]), numberBytes(head.length, 4)]);
  const digest = createHash('sha256').update(content).update(head).update(trailer).digest();
  const unhashed = subpacketBytes(16, keyId);
  const value = signBytes(null, digest, key);
  const numbers = [integerBytes(value.subarray(0, 32)), integerBytes(value.subarray(32))];
  return packetBytes(signatureTag, Buffer.concat([head, numberBytes(unhashed.length, 2), unhashed, digest.subarray(0, 2), ...numbers]));
};

/** The Ed25519 key of a seed of 32 bytes, with one user and a certification of it (OpenPGP, version 4). */
export const deriveReleaseKey = (seed: Buffer): ReleaseKey => {
  const key = createPrivateKey({ key: Buffer.concat([privateKeyPrefix, seed]), format: 'der', type: 'pkcs8' });
  const point = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x!, 'base64url');
  const body = Buffer.concat([
    Buffer.from([4]),
    createdAt,
    Buffer.from([eddsa]),
    curve,
    integerBytes(Buffer.concat([Buffer.from([0x40]), point])),
  ]);
  const hashed = Buffer.concat([Buffer.from([0x99]), numberBytes(body.length, 2), body]);
  const keyId = createHash('sha1').update(hashed).digest().subarray(-8);
  const certified = Buffer.concat([hashed, Buffer.from([0xb4]), numberBytes(user.length, 4), user]);
  const packets = [packetBytes(publicKeyTag, body), packetBytes(userTag, user), createSignature(key, keyId, certification, certified)];
  return {
    keyId: keyId.toString('hex').toUpperCase(),
    asciiArmor: armorPublicKey(Buffer.concat(packets)),
    sign: (bytes) => createSignature(key, keyId, binarySignature, bytes),
  };
};
