import { createPublicKey } from 'node:crypto';
import { typeMismatch } from '../builtin.ts';
import { contextTag, type DerValue, readBits, readIdentifier, readInteger, readOne, readParts } from './der.ts';

/** Numbers of algorithms of signatures, as Open Policy Agent answers them; 0 for others. */
const signatureAlgorithms: Readonly<Record<string, number>> = {
  '1.2.840.113549.1.1.2': 1,
  '1.2.840.113549.1.1.4': 2,
  '1.2.840.113549.1.1.5': 3,
  '1.3.14.3.2.29': 3,
  '1.2.840.113549.1.1.11': 4,
  '1.2.840.113549.1.1.12': 5,
  '1.2.840.113549.1.1.13': 6,
  '1.2.840.10040.4.3': 7,
  '2.16.840.1.101.3.4.3.2': 8,
  '1.2.840.10045.4.1': 9,
  '1.2.840.10045.4.3.2': 10,
  '1.2.840.10045.4.3.3': 11,
  '1.2.840.10045.4.3.4': 12,
  '1.3.101.112': 16,
};
const probabilistic = '1.2.840.113549.1.1.10';
const maskGeneration = '1.2.840.113549.1.1.8';
/** The number of the algorithm and the length of the salt, by the hash of a probabilistic signature. */
const hashes: Readonly<Record<string, { readonly number: number; readonly salt: bigint }>> = {
  '2.16.840.1.101.3.4.2.1': { number: 13, salt: 32n },
  '2.16.840.1.101.3.4.2.2': { number: 14, salt: 48n },
  '2.16.840.1.101.3.4.2.3': { number: 15, salt: 64n },
};
/** The identifier of an algorithm, and its parameters. */
const readAlgorithm = (value: DerValue | undefined): readonly [string, DerValue | undefined] => {
  const [identifier, parameters] = readParts(value);
  return [readIdentifier(identifier).join('.'), parameters];
};
/** Only parameters that go together have a number: one hash for both, a salt as long as it, and the usual trailer. */
function numberOfProbabilistic(parameters: DerValue): number {
  const parts = readParts(parameters);
  const part = (number: number): DerValue | undefined => {
    const found = parts.find(({ tag }) => tag === contextTag(number, true));
    return found && readOne(found.content);
  };
  const [hash, mask, salt, trailer] = [part(0), part(1), part(2), part(3)];
  if (!hash || !mask || !salt || (trailer && readInteger(trailer) !== 1n)) return 0;
  const [name] = readAlgorithm(hash);
  const [generation, inner] = readAlgorithm(mask);
  const known = hashes[name];
  const fits = generation === maskGeneration && inner !== undefined && readAlgorithm(inner)[0] === name;
  return known && fits && readInteger(salt) === known.salt ? known.number : 0;
}
export function readSignatureAlgorithm(value: DerValue | undefined): number {
  const [name, parameters] = readAlgorithm(value);
  if (name !== probabilistic) return signatureAlgorithms[name] ?? 0;
  return parameters ? numberOfProbabilistic(parameters) : 0;
}

interface DescribedKey {
  readonly PublicKeyAlgorithm: number;
  readonly PublicKey: unknown;
}
/** The length of a coordinate in bytes, by curve. */
const curves: Readonly<Record<string, number>> = {
  '1.3.132.0.33': 28,
  '1.2.840.10045.3.1.7': 32,
  '1.3.132.0.34': 48,
  '1.3.132.0.35': 66,
};
function readPoint(info: DerValue, curve: DerValue | undefined, point: Buffer): DescribedKey {
  const size = curves[readIdentifier(curve).join('.')];
  if (size === undefined || point[0] !== 4 || point.length !== 1 + 2 * size) throw typeMismatch;
  // A point that is not on its curve is refused here.
  createPublicKey({ key: Buffer.from(info.whole), format: 'der', type: 'spki' });
  const [X, Y] = [point.subarray(1, 1 + size), point.subarray(1 + size)].map((bytes) => BigInt(`0x${bytes.toString('hex')}`));
  return { PublicKeyAlgorithm: 3, PublicKey: { Curve: {}, X, Y } };
}
/** A public key of RSA, an elliptic curve or Ed25519; others have no members. @throws typeMismatch */
export function readPublicKey(info: DerValue): DescribedKey {
  const [algorithm, bits] = readParts(info);
  const [name, parameters] = readAlgorithm(algorithm);
  if (name === '1.2.840.113549.1.1.1') {
    const [modulus, exponent] = readParts(readOne(readBits(bits)));
    const [N, E] = [readInteger(modulus), readInteger(exponent)];
    if (N <= 0n || E <= 0n) throw typeMismatch;
    return { PublicKeyAlgorithm: 1, PublicKey: { N, E } };
  }
  if (name === '1.2.840.10045.2.1') return readPoint(info, parameters, readBits(bits));
  if (name === '1.3.101.112') return { PublicKeyAlgorithm: 4, PublicKey: readBits(bits).toString('base64') };
  // Keys of DSA and X25519 have members that are not read here.
  if (name === '1.2.840.10040.4.1' || name === '1.3.101.110') throw typeMismatch;
  return { PublicKeyAlgorithm: 0, PublicKey: null };
}
