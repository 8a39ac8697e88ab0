import { typeMismatch } from '../builtin.ts';
import { readPublicKey, readSignatureAlgorithm } from './certificate-keys.ts';
import { contextTag, readBits, readBoolean, readIdentifier, readInteger, readOne, readParts, tags, type DerValue } from './der.ts';
import { readName } from './distinguished-names.ts';
import { describeExtension, readExtensions } from './extensions.ts';
import { noAlternativeNames, readAlternativeNames } from './general-names.ts';

const requestedExtensions = '1.2.840.113549.1.9.14';
const base64Of = ({ whole }: DerValue): string => whole.toString('base64');

/** An attribute whose values are lists of types, each with a value; others, such as passwords, are passed over. */
function describeAttribute(attribute: DerValue): readonly object[] {
  const [id, values] = readParts(attribute);
  const lists = readParts(values, tags.set);
  if (lists.some(({ tag }) => tag !== tags.sequence)) return [];
  const described = lists.map((list) =>
    readParts(list).map((entry) => {
      const [type, value] = readParts(entry);
      if (value?.tag === tags.boolean) return { Type: readIdentifier(type), Value: readBoolean(value) };
      if (value?.tag === tags.octetString) return { Type: readIdentifier(type), Value: value.content.toString('base64') };
      throw typeMismatch;
    }),
  );
  return [{ Type: readIdentifier(id), Value: described }];
}

/** The members of a request for a certificate. @throws typeMismatch */
export function describeRequest(bytes: Buffer): object {
  const request = readOne(bytes);
  const [body, algorithm, signature] = readParts(request);
  const [version, subject, key, list] = readParts(body);
  if (!body || !subject || !key) throw typeMismatch;
  const attributes = list ? readParts(list, contextTag(0, true)) : [];
  const asked = attributes.flatMap((attribute) => {
    const [id, values] = readParts(attribute);
    return readIdentifier(id).join('.') === requestedExtensions ? readExtensions(readParts(values, tags.set)[0]) : [];
  });
  const described = attributes.flatMap(describeAttribute);
  const names = asked.find(({ Id }) => Id.join('.') === '2.5.29.17');
  const { URIStrings: _, ...alternative } = names ? readAlternativeNames(names.value) : noAlternativeNames;
  return {
    Raw: base64Of(request),
    RawTBSCertificateRequest: base64Of(body),
    RawSubjectPublicKeyInfo: base64Of(key),
    RawSubject: base64Of(subject),
    Signature: readBits(signature).toString('base64'),
    SignatureAlgorithm: readSignatureAlgorithm(algorithm),
    ...readPublicKey(key),
    Version: Number(readInteger(version)),
    Subject: readName(subject.whole),
    Attributes: described.length > 0 ? described : null,
    Extensions: asked.length > 0 ? asked.map(describeExtension) : null,
    ExtraExtensions: null,
    ...alternative,
  };
}
