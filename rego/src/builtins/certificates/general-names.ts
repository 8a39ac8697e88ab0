import { typeMismatch } from '../builtin.ts';
import { formatAddress } from '../address-blocks.ts';
import { contextTag, readOne, readParts } from './der.ts';

/** A text of ASCII. @throws typeMismatch */
export function readAscii(content: Buffer): string {
  if (content.some((byte) => byte > 0x7f)) throw typeMismatch;
  return content.toString('latin1');
}
/** The text of an address of four or sixteen bytes. @throws typeMismatch */
export function readAddress(bytes: Buffer): string {
  if (bytes.length !== 4 && bytes.length !== 16) throw typeMismatch;
  const value = BigInt(`0x${bytes.toString('hex')}`);
  const isMapped = bytes.length === 16 && value >> 32n === 0xffffn;
  return isMapped ? formatAddress(value & 0xffff_ffffn, 32) : formatAddress(value, bytes.length === 4 ? 32 : 128);
}
export interface AlternativeNames {
  readonly DNSNames: string[] | null;
  readonly EmailAddresses: string[] | null;
  readonly IPAddresses: string[] | null;
  readonly URIs: object[] | null;
  readonly URIStrings: string[] | null;
}
export const noAlternativeNames: AlternativeNames = {
  DNSNames: null,
  EmailAddresses: null,
  IPAddresses: null,
  URIs: null,
  URIStrings: null,
};

/** The parts of an address of the web, as Go names them. @throws typeMismatch for one that has no scheme and is not rooted. */
function describeUri(text: string): object {
  const [bare = '', fragment] = text.split(/#([^]*)/s, 2);
  const [, scheme = '', rest = ''] = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?([^]*)$/.exec(bare) ?? [];
  const query = /\?([^]*)$/.exec(rest)?.[1];
  const hierarchy = rest.replace(/\?[^]*$/, '');
  const isOpaque = scheme !== '' && !hierarchy.startsWith('/');
  const [, authority, path = ''] = isOpaque ? [] : (/^(?:\/\/([^/]*))?([^]*)$/.exec(hierarchy) ?? []);
  const decoded = decode(path);
  return {
    Scheme: scheme.toLowerCase(),
    Opaque: isOpaque ? hierarchy : '',
    User: authority?.includes('@') ? {} : null,
    Host: authority?.replace(/^[^]*@/, '') ?? '',
    Path: decoded,
    RawPath: encodeURI(decoded) === path ? '' : path,
    OmitHost: false,
    ForceQuery: query === '',
    RawQuery: query ?? '',
    Fragment: decode(fragment ?? ''),
    RawFragment: '',
  };
}
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw typeMismatch;
  }
}

/** The names of the extension with alternative names; names of other kinds are passed over. @throws typeMismatch */
export function readAlternativeNames(extension: Buffer): AlternativeNames {
  const contents = (number: number): readonly Buffer[] =>
    readParts(readOne(extension))
      .filter(({ tag }) => tag === contextTag(number, false))
      .map(({ content }) => content);
  const orNull = <T>(items: readonly T[]): T[] | null => (items.length > 0 ? [...items] : null);
  const uris = contents(6).map(readAscii);
  return {
    EmailAddresses: orNull(contents(1).map(readAscii)),
    DNSNames: orNull(contents(2).map(readAscii)),
    IPAddresses: orNull(contents(7).map(readAddress)),
    URIs: orNull(uris.map(describeUri)),
    URIStrings: orNull(uris),
  };
}
