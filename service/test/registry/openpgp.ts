/** An OpenPGP key (RSA, version 4) with one user, and detached signatures of it: what a provider's release needs. */
import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  armorPublicKey,
  integerBytes,
  numberBytes,
  packetBytes,
  subpacketBytes,
} from '../../src/workspaces/provider-registry/openpgp-packets.ts';

const createdAt = numberBytes(1_700_000_000, 4);

/** The key certifies and signs: verifiers pass over a key that does not say so. */
const keyFlags = subpacketBytes(27, Buffer.from([0x03]));

const sign = (key: KeyObject, keyId: Buffer, type: number, content: Buffer): Buffer => {
  const hashed = Buffer.concat([subpacketBytes(2, createdAt), ...(type === 0x13 ? [keyFlags] : [])]);
  const head = Buffer.concat([Buffer.from([4, type, 1, 8]), numberBytes(hashed.length, 2), hashed]);
  const signed = Buffer.concat([content, head, Buffer.from([4, 0xff]), numberBytes(head.length, 4)]);
  const unhashed = subpacketBytes(16, keyId);
  const value = createSign('sha256').update(signed).sign(key);
  const digest = createHash('sha256').update(signed).digest();
  return packetBytes(2, Buffer.concat([head, numberBytes(unhashed.length, 2), unhashed, digest.subarray(0, 2), integerBytes(value)]));
};

export interface SigningKey {
  readonly keyId: string;
  readonly asciiArmor: string;
  /** A detached binary signature. */
  sign(bytes: Buffer): Buffer;
}

/** `bits`: a key of 2048, as releases have it, takes ten times as long to make; only a verifier may see the difference. */
export const createSigningKey = ({ user = 'Release <release@acme.example>', bits = 1024 } = {}): SigningKey => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const { n, e } = publicKey.export({ format: 'jwk' });
  const numbers = [n!, e!].map((text) => integerBytes(Buffer.from(text, 'base64url')));
  const body = Buffer.concat([Buffer.from([4]), createdAt, Buffer.from([1]), ...numbers]);
  const hashed = Buffer.concat([Buffer.from([0x99]), numberBytes(body.length, 2), body]);
  const keyId = createHash('sha1').update(hashed).digest().subarray(-8);
  const name = Buffer.from(user);
  const certified = Buffer.concat([hashed, Buffer.from([0xb4]), numberBytes(name.length, 4), name]);
  const packets = [packetBytes(6, body), packetBytes(13, name), sign(privateKey, keyId, 0x13, certified)];
  return {
    keyId: keyId.toString('hex').toUpperCase(),
    asciiArmor: armorPublicKey(Buffer.concat(packets)),
    sign: (bytes) => sign(privateKey, keyId, 0x00, bytes),
  };
};
