import { unprocessable } from '../../http/problem.ts';

/** One segment of a path that no shell, header or address reads otherwise: `terraform-provider-crane_1.0.0_linux_amd64.zip`. */
export const isPackageName = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._+-]{0,254}$/.test(text);

/** Bytes of a zip archive, at its end, in which its directory is found: the record, and the longest comment. */
const endBytes = 22 + 65_535;
const [endMark, entryMark] = [0x06054b50, 0x02014b50];
const maxEntries = 10_000;

/** The offset of the central directory, and its number of entries. Throws 422 if the file is not a zip archive. */
const findDirectory = (bytes: Buffer): { readonly offset: number; readonly count: number } => {
  for (let at = bytes.length - 22; at >= 0 && at >= bytes.length - endBytes; at--)
    if (bytes.readUInt32LE(at) === endMark) {
      const offset = bytes.readUInt32LE(at + 16);
      // Readers disagree about archives with something before them or in between.
      if (offset + bytes.readUInt32LE(at + 12) !== at) throw unprocessable('the package is a zip archive that is damaged');
      return { offset, count: bytes.readUInt16LE(at + 10) };
    }
  throw unprocessable('the package is no zip archive');
};

const quote = (name: string): string => JSON.stringify(name.slice(0, 200));

/** Why an entry is refused; undefined: it is a file or a folder that stays in its folder. `mode`: as file systems of Unix have it, or 0. */
const findEntryFault = (name: string, mode: number, names: ReadonlySet<string>): string | undefined => {
  const parts = name.split(/[/\\]/);
  if (parts.includes('..') || /^([/\\]|[A-Za-z]:)/.test(name) || name === '') return `has an entry outside of its folder: ${quote(name)}`;
  if (/[\u0000-\u001f\u007f-\u009f]/.test(name)) return `has a name with a control character: ${quote(name)}`;
  if (names.has(name)) return `has ${quote(name)} twice`;
  const type = mode & 0o170000;
  if (type !== 0 && type !== 0o100000 && type !== 0o040000) return `has an entry that is no file or folder: ${quote(name)}`;
  return type !== 0o040000 && (mode & 0o6000) !== 0 ? `has a file that runs as its user or group: ${quote(name)}` : undefined;
};

/**
 * Throws 422 for the package of a provider that is no zip archive, and for one with what an engine would write outside of its folder. The
 * contents are not looked at.
 */
export const validatePackage = (content: Uint8Array): void => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const directory = findDirectory(bytes);
  if (directory.count > maxEntries) throw unprocessable(`the package has more than ${maxEntries} entries`);
  const names = new Set<string>();
  let at = directory.offset;
  for (let entry = 0; entry < directory.count; entry++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw unprocessable('the package is a zip archive that is damaged');
    const nameBytes = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes);
    const fault = findEntryFault(name, bytes.readUInt32LE(at + 38) >>> 16, names);
    if (fault !== undefined) throw unprocessable(`the package ${fault}`);
    names.add(name);
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
};
