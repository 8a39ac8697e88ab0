import { typeMismatch } from '../builtin.ts';
import { contentOf, contextTag, readBoolean, readIdentifier, readInteger, readOne, readParts, tags, type DerValue } from './der.ts';
import { noAlternativeNames, readAddress, readAlternativeNames, readAscii } from './general-names.ts';

export interface Extension {
  readonly Id: readonly number[];
  readonly Critical: boolean;
  readonly value: Buffer;
}
type Members = Record<string, unknown>;
const base64Of = (bytes: Buffer): string => bytes.toString('base64');
const orNull = <T>(items: readonly T[]): readonly T[] | null => (items.length > 0 ? items : null);

/** A list of extensions without duplicates. @throws typeMismatch */
export function readExtensions(list: DerValue | undefined): readonly Extension[] {
  const extensions = readParts(list).map((each) => {
    const [id, second, third] = readParts(each);
    const isMarked = second?.tag === tags.boolean;
    return {
      Id: readIdentifier(id),
      Critical: isMarked && readBoolean(second),
      value: contentOf(isMarked ? third : second, tags.octetString),
    };
  });
  if (new Set(extensions.map(({ Id }) => Id.join('.'))).size !== extensions.length) throw typeMismatch;
  return extensions;
}
export const describeExtension = ({ Id, Critical, value }: Extension) => ({ Id, Critical, Value: base64Of(value) });

function readKeyUsage({ value }: Extension): Members {
  const [, ...bytes] = contentOf(readOne(value), tags.bitString);
  const isSet = (bit: number): boolean => (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
  return { KeyUsage: [0, 1, 2, 3, 4, 5, 6, 7, 8].reduce((usage, bit) => usage + (isSet(bit) ? 1 << bit : 0), 0) };
}
function readBasicConstraints({ value }: Extension): Members {
  const parts = readParts(readOne(value));
  const [first] = parts;
  const IsCA = first?.tag === tags.boolean && readBoolean(first);
  const length = parts[first?.tag === tags.boolean ? 1 : 0];
  const MaxPathLen = length?.tag === tags.integer ? Number(readInteger(length)) : -1;
  if (MaxPathLen < -1) throw typeMismatch;
  return { BasicConstraintsValid: true, IsCA, MaxPathLen, MaxPathLenZero: MaxPathLen === 0 };
}
const usages = [
  ['2.5.29.37.0'],
  [1, 2, 3, 4, 5, 6, 7, 8, 9].map((last) => `1.3.6.1.5.5.7.3.${last}`),
  ['1.3.6.1.4.1.311.10.3.3', '2.16.840.1.113730.4.1', '1.3.6.1.4.1.311.2.1.22', '1.3.6.1.4.1.311.61.1.1'],
].flat();
function readExtendedKeyUsage({ value }: Extension): Members {
  const found = readParts(readOne(value)).map((each) => readIdentifier(each));
  const isKnown = (id: readonly number[]): boolean => usages.includes(id.join('.'));
  return {
    ExtKeyUsage: orNull(found.filter(isKnown).map((id) => usages.indexOf(id.join('.')))),
    UnknownExtKeyUsage: orNull(found.filter((id) => !isKnown(id))),
  };
}
function readDistributionPoints({ value }: Extension): Members {
  const found = readParts(readOne(value)).flatMap((point) => {
    const [name] = readParts(point);
    if (name?.tag !== contextTag(0, true)) return [];
    const names = readParts(readParts(name, name.tag)[0], contextTag(0, true));
    const end = names.findIndex(({ tag }) => tag !== contextTag(6, false));
    return (end < 0 ? names : names.slice(0, end)).map(({ content }) => content.toString());
  });
  return { CRLDistributionPoints: orNull(found) };
}
function readAuthorityAccess({ value, Critical }: Extension): Members {
  if (Critical) throw typeMismatch;
  const entries = readParts(readOne(value)).map((entry) => readParts(entry));
  const placesOf = (method: string) =>
    orNull(
      entries
        .filter(([id, place]) => readIdentifier(id).join('.') === method && place?.tag === contextTag(6, false))
        .map(([, place]) => (place as DerValue).content.toString()),
    );
  return { OCSPServer: placesOf('1.3.6.1.5.5.7.48.1'), IssuingCertificateURL: placesOf('1.3.6.1.5.5.7.48.2') };
}
function readPolicies({ value }: Extension): Members {
  const found = readParts(readOne(value)).map((policy) => readIdentifier(readParts(policy)[0]));
  return { Policies: found.map((id) => id.join('.')), PolicyIdentifiers: found };
}
function readPolicyMappings({ value }: Extension): Members {
  const found = readParts(readOne(value)).map((mapping) => readParts(mapping).map((id) => readIdentifier(id).join('.')));
  return { PolicyMappings: orNull(found.map(([issuer, subject]) => ({ IssuerDomainPolicy: issuer, SubjectDomainPolicy: subject }))) };
}
function readPolicyConstraints({ value }: Extension): Members {
  const parts = readParts(readOne(value));
  const numberOf = (number: number): number | undefined => {
    const part = parts.find(({ tag }) => tag === contextTag(number, false));
    return part && Number(readInteger({ ...part, tag: tags.integer }));
  };
  const [explicit, mapping] = [numberOf(0), numberOf(1)];
  return {
    ...(explicit === undefined ? {} : { RequireExplicitPolicy: explicit, RequireExplicitPolicyZero: explicit === 0 }),
    ...(mapping === undefined ? {} : { InhibitPolicyMapping: mapping, InhibitPolicyMappingZero: mapping === 0 }),
  };
}
function readInhibitedPolicy({ value }: Extension): Members {
  const InhibitAnyPolicy = Number(readInteger(readOne(value)));
  return { InhibitAnyPolicy, InhibitAnyPolicyZero: InhibitAnyPolicy === 0 };
}
function readSubjectKey({ value, Critical }: Extension): Members {
  if (Critical) throw typeMismatch;
  return { SubjectKeyId: base64Of(contentOf(readOne(value), tags.octetString)) };
}
function readAuthorityKey({ value, Critical }: Extension): Members {
  if (Critical) throw typeMismatch;
  const key = readParts(readOne(value)).find(({ tag }) => tag === contextTag(0, false));
  return { AuthorityKeyId: key ? base64Of(key.content) : null };
}

/** The ranges of names of a part of the constraints, by the middle of their members' names. */
function readSubtrees(prefix: 'Permitted' | 'Excluded', part: DerValue | undefined): Members {
  const bases = (part ? readParts(part, part.tag) : []).map((tree) => readParts(tree)[0] as DerValue);
  const contents = (number: number) => bases.filter(({ tag }) => tag === contextTag(number, false)).map(({ content }) => content);
  const ranges = contents(7).map((bytes) => {
    if (bytes.length !== 8 && bytes.length !== 32) throw typeMismatch;
    const half = bytes.length / 2;
    return { IP: readAddress(bytes.subarray(0, half)), Mask: base64Of(bytes.subarray(half)) };
  });
  return {
    [`${prefix}DNSDomains`]: orNull(contents(2).map(readAscii)),
    [`${prefix}EmailAddresses`]: orNull(contents(1).map(readAscii)),
    [`${prefix}URIDomains`]: orNull(contents(6).map(readAscii)),
    [`${prefix}IPRanges`]: orNull(ranges),
  };
}
function readNameConstraints({ value, Critical }: Extension): Members {
  const parts = readParts(readOne(value));
  const [permitted, excluded] = [0, 1].map((number) => parts.find(({ tag }) => tag === contextTag(number, true)));
  if (!permitted?.content.length && !excluded?.content.length) throw typeMismatch;
  const known = [1, 2, 6, 7].map((number) => contextTag(number, false));
  const isHandled = [permitted, excluded]
    .flatMap((part) => (part ? readParts(part, part.tag) : []))
    .every((tree) => known.includes(readParts(tree)[0]?.tag ?? 0));
  return {
    ...readSubtrees('Permitted', permitted),
    ...readSubtrees('Excluded', excluded),
    PermittedDNSDomainsCritical: Critical,
    ...(isHandled ? {} : { isUnhandled: true }),
  };
}
function readNames({ value }: Extension): Members {
  const names = readAlternativeNames(value);
  const isEmpty = Object.values(names).every((list) => list === null);
  return { ...names, ...(isEmpty ? { isUnhandled: true } : {}) };
}
const readers: Readonly<Record<string, (extension: Extension) => Members>> = {
  '2.5.29.14': readSubjectKey,
  '2.5.29.15': readKeyUsage,
  '2.5.29.17': readNames,
  '2.5.29.19': readBasicConstraints,
  '2.5.29.30': readNameConstraints,
  '2.5.29.31': readDistributionPoints,
  '2.5.29.32': readPolicies,
  '2.5.29.33': readPolicyMappings,
  '2.5.29.35': readAuthorityKey,
  '2.5.29.36': readPolicyConstraints,
  '2.5.29.37': readExtendedKeyUsage,
  '2.5.29.54': readInhibitedPolicy,
  '1.3.6.1.5.5.7.1.1': readAuthorityAccess,
};

const withoutExtensions: Members = {
  ...noAlternativeNames,
  ...readSubtrees('Permitted', undefined),
  ...readSubtrees('Excluded', undefined),
  AuthorityKeyId: null,
  BasicConstraintsValid: false,
  CRLDistributionPoints: null,
  ExtKeyUsage: null,
  ExtraExtensions: null,
  InhibitAnyPolicy: 0,
  InhibitAnyPolicyZero: false,
  InhibitPolicyMapping: 0,
  InhibitPolicyMappingZero: false,
  IsCA: false,
  IssuingCertificateURL: null,
  KeyUsage: 0,
  MaxPathLen: 0,
  MaxPathLenZero: false,
  OCSPServer: null,
  PermittedDNSDomainsCritical: false,
  Policies: null,
  PolicyIdentifiers: null,
  PolicyMappings: null,
  RequireExplicitPolicy: 0,
  RequireExplicitPolicyZero: false,
  SubjectKeyId: null,
  UnknownExtKeyUsage: null,
};
/** The extensions of a certificate, by the names of Open Policy Agent. @throws typeMismatch */
export function describeExtensions(extensions: readonly Extension[]): Members {
  const members = { ...withoutExtensions };
  const unhandled: (readonly number[])[] = [];
  for (const extension of extensions) {
    const { isUnhandled, ...read } = readers[extension.Id.join('.')]?.(extension) ?? { isUnhandled: true };
    Object.assign(members, read);
    if (isUnhandled && extension.Critical) unhandled.push(extension.Id);
  }
  return { ...members, Extensions: orNull(extensions.map(describeExtension)), UnhandledCriticalExtensions: orNull(unhandled) };
}
