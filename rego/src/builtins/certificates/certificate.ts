import { typeMismatch } from '../builtin.ts';
import { readPublicKey, readSignatureAlgorithm } from './certificate-keys.ts';
import { contextTag, readBits, readInteger, readOne, readParts, readTime, readValues, type DerValue } from './der.ts';
import { readName } from './distinguished-names.ts';
import { describeExtensions, readExtensions } from './extensions.ts';

const base64Of = ({ whole }: DerValue): string => whole.toString('base64');

/** The optional parts at the end of a certificate. */
function readRest(version: number, rest: readonly DerValue[]) {
  const found = version === 3 ? rest.find(({ tag }) => tag === contextTag(3, true)) : undefined;
  return describeExtensions(found ? readExtensions(readOne(found.content)) : []);
}
function describeCertificate(certificate: DerValue): object {
  const [body, algorithm, signature] = readParts(certificate) as readonly DerValue[] & readonly [DerValue, DerValue, DerValue];
  const parts = readParts(body);
  const isVersioned = parts[0]?.tag === contextTag(0, true);
  const version = isVersioned ? Number(readInteger(readOne((parts[0] as DerValue).content))) + 1 : 1;
  const [serial, inner, issuer, validity, subject, key, ...rest] = isVersioned ? parts.slice(1) : parts;
  const SerialNumber = readInteger(serial);
  if (!inner || !issuer || !subject || !key || !algorithm || version < 1 || version > 3 || SerialNumber < 0n) throw typeMismatch;
  if (!inner.whole.equals(algorithm.whole)) throw typeMismatch;
  const [from, to] = readParts(validity);
  return {
    Raw: base64Of(certificate),
    RawTBSCertificate: base64Of(body),
    RawSubjectPublicKeyInfo: base64Of(key),
    RawSubject: base64Of(subject),
    RawIssuer: base64Of(issuer),
    Signature: readBits(signature).toString('base64'),
    SignatureAlgorithm: readSignatureAlgorithm(algorithm),
    ...readPublicKey(key),
    Version: version,
    SerialNumber,
    Issuer: readName(issuer.whole),
    Subject: readName(subject.whole),
    NotBefore: readTime(from),
    NotAfter: readTime(to),
    ...readRest(version, rest),
  };
}
/** The members of certificates that follow each other in bytes. @throws typeMismatch */
export const describeCertificates = (bytes: Buffer): readonly object[] => readValues(bytes).map(describeCertificate);
