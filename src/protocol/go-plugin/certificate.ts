import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  bitString,
  explicitTag,
  implicitTag,
  integer,
  octetString,
  objectIdentifier,
  sequence,
  set,
  utf8String,
  utcTime,
  booleanTrue,
} from './der.ts';

export interface Certificate {
  readonly der: Buffer;
  readonly pem: string;
  readonly key: string;
}

const day = 24 * 60 * 60 * 1000;
const ecdsaWithSha256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));

const extension = (id: string, value: Uint8Array, critical = false): Buffer =>
  sequence(objectIdentifier(id), ...(critical ? [booleanTrue] : []), octetString(value));

const pemOf = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${der
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')}\n-----END ${label}-----\n`;

const p256 = objectIdentifier('1.2.840.10045.3.1.7');

/** The numbers of a key on P-256: OpenSSL loads its encoders to write them in any other way, which takes 2 ms. */
const numbersOf = (key: KeyObject): { readonly d: Buffer; readonly point: Buffer } => {
  const [d, x, y] = (({ d, x, y }) => [d, x, y].map((part) => Buffer.from(part!, 'base64url')))(key.export({ format: 'jwk' })) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  return { d, point: Buffer.concat([Buffer.from([0x04]), x, y]) };
};

/** SubjectPublicKeyInfo (RFC 5480). */
const subjectPublicKey = (point: Buffer): Buffer => sequence(sequence(objectIdentifier('1.2.840.10045.2.1'), p256), bitString(point));

/** ECPrivateKey (RFC 5915). */
const ecPrivateKey = (d: Buffer, point: Buffer): Buffer =>
  sequence(integer(Buffer.from([1])), octetString(d), explicitTag(0, p256), explicitTag(1, bitString(point)));

/** A self-signed certificate for this process only: the engine trusts it because the handshake line contains it. */
export const createTemporaryCertificate = (now = new Date()): Certificate => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { d, point } = numbersOf(privateKey);
  const name = sequence(set(sequence(objectIdentifier('2.5.4.3'), utf8String('localhost'))));
  const serial = randomBytes(16);
  serial[0] = (serial[0]! & 0x7f) | 0x40;
  const body = sequence(
    explicitTag(0, integer(Buffer.from([2]))),
    integer(serial),
    ecdsaWithSha256,
    name,
    // A clock that is a little behind must not make it invalid; a run longer than a year must not outlive it unseen.
    sequence(utcTime(new Date(now.getTime() - day)), utcTime(new Date(now.getTime() + 365 * day))),
    name,
    subjectPublicKey(point),
    explicitTag(
      3,
      sequence(
        extension('2.5.29.19', sequence(booleanTrue), true),
        extension('2.5.29.15', bitString(Buffer.from([0x84]), 2), true),
        extension('2.5.29.37', sequence(objectIdentifier('1.3.6.1.5.5.7.3.1'), objectIdentifier('1.3.6.1.5.5.7.3.2'))),
        extension('2.5.29.17', sequence(implicitTag(2, Buffer.from('localhost')))),
      ),
    ),
  );
  const der = sequence(body, ecdsaWithSha256, bitString(sign('sha256', body, privateKey)));
  const pem = pemOf('CERTIFICATE', der);
  return { der, pem, key: pemOf('EC PRIVATE KEY', ecPrivateKey(d, point)) };
};
