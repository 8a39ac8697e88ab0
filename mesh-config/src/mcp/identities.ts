import { isIP, isIPv6 } from 'node:net';
import type { PeerCertificate } from 'node:tls';

/** Node writes a name that has a comma or a quote in it as a JSON text. */
const namePattern = /(?:^|, )(URI|DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g;

/** An identity as it is compared: of the many ways to write an address of IPv6, the short one. */
export const normalizeIdentity = (name: string): string =>
  isIPv6(name) && !name.includes('%') ? new URL(`http://[${name}]`).hostname.slice(1, -1) : name;

type NameType = 'URI' | 'DNS' | 'IP Address';
/** The type of a name in an access list. */
const typeOfText = (text: string): NameType => (isIP(text) > 0 ? 'IP Address' : text.includes(':') ? 'URI' : 'DNS');

/** A name whose text reads as one of another type is left out: the DNS name `spiffe://a/b` is not the identity `spiffe://a/b`. */
const alternativeNamesOf = (subjectAltName: string | undefined): readonly string[] =>
  [...(subjectAltName ?? '').matchAll(namePattern)].flatMap(([, type, written]) => {
    const name = written!.startsWith('"') ? (JSON.parse(written!) as string) : written!;
    return typeOfText(name) === type ? [normalizeIdentity(name)] : [];
  });

/** The alternative names (URI, DNS, IP) of a certificate and of its chain. */
export const identitiesOf = (certificate: PeerCertificate & { readonly issuerCertificate?: PeerCertificate }): readonly string[] => {
  const found: string[] = [];
  const seen = new Set<unknown>();
  for (
    let one: (PeerCertificate & { readonly issuerCertificate?: PeerCertificate }) | undefined = certificate;
    one?.raw && !seen.has(one.fingerprint256);
    one = one.issuerCertificate
  ) {
    seen.add(one.fingerprint256);
    found.push(...alternativeNamesOf(one.subjectaltname));
  }
  return [...new Set(found)];
};
