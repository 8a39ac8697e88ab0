import { posix } from 'node:path';
import { unprocessable } from '../../http/problem.ts';
import {
  addFile,
  addFolder,
  addHardLink,
  addSymbolicLink,
  type ArchiveTree,
  createArchiveTree,
  requireLinksInside,
} from './archive-tree.ts';
import { readTarAttributes, type TarAttributes } from './tar-attributes.ts';

/** Limits of an unpacked archive. */
export const archiveLimits = { bytes: 256 * 1024 * 1024, entries: 100_000 } as const;
const blockBytes = 512;
/** Limit of a long name, and of the attributes of one entry. */
const maxMetadataBytes = 64 * 1024;

interface TarEntry {
  readonly name: string;
  readonly type: string;
  readonly link: string;
  readonly size: number;
  readonly mode: number;
}

const readText = (block: Buffer, start: number, length: number): string => {
  const end = block.indexOf(0, start);
  return block.toString('utf8', start, end < 0 || end > start + length ? start + length : end);
};

const readSize = (block: Buffer): number => {
  // GNU tar writes sizes beyond 8 GiB in binary: more than any limit here.
  if ((block[124]! & 0x80) !== 0) return Number.POSITIVE_INFINITY;
  const size = Number.parseInt(readText(block, 124, 12).trim() || '0', 8);
  return Number.isNaN(size) ? Number.POSITIVE_INFINITY : size;
};

const hasRightChecksum = (block: Buffer): boolean => {
  let sum = 0;
  for (let index = 0; index < blockBytes; index++) sum += index >= 148 && index < 156 ? 0x20 : block[index]!;
  return sum === Number.parseInt(readText(block, 148, 8).trim(), 8);
};

const parseHeader = (block: Buffer): TarEntry => {
  const prefix = block.toString('latin1', 257, 262) === 'ustar' ? readText(block, 345, 155) : '';
  const name = readText(block, 0, 100);
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    type: String.fromCharCode(block[156]!),
    link: readText(block, 157, 100),
    size: readSize(block),
    mode: Number.parseInt(readText(block, 100, 8).trim(), 8) || 0o644,
  };
};

const leavesFolder = (path: string): boolean => path === '..' || path.startsWith('../') || path.startsWith('/') || path.includes('\0');

/** Files, links and folders, and a file of a kind that was meant for fast disks. */
const storedTypes = '0\x001257';

/** Why an entry is refused; undefined: it stays in its folder. */
const findEntryFault = ({ name, type, link, mode }: TarEntry): string | undefined => {
  const path = posix.normalize(name);
  if (leavesFolder(path)) return `the archive has an entry outside of its folder: ${JSON.stringify(name.slice(0, 200))}`;
  if (!storedTypes.includes(type)) return `the archive has an entry that is no file, folder or link: ${JSON.stringify(name.slice(0, 200))}`;
  // On a folder the second bit only sets the group of new files.
  if ('0\x007'.includes(type) && (mode & 0o6000) !== 0)
    return `the archive has a file that runs as its user or group: ${JSON.stringify(name.slice(0, 200))}`;
  if (type !== '1' && type !== '2') return undefined;
  const target = type === '1' ? posix.normalize(link) : posix.normalize(posix.join(posix.dirname(path), link));
  return link.startsWith('/') || leavesFolder(target)
    ? `the archive has a link that leaves its folder: ${JSON.stringify(name.slice(0, 200))}`
    : undefined;
};

/** Gets the path, the content and the mode of each file of an archive, in its order. */
export type TakeFile = (path: string, content: Buffer, mode: number) => void;
/** Gets the path of each link: a symbolic one with its target as it is written, a hard one with the path of its file. */
export type TakeLink = (path: string, target: string, isSymbolic: boolean) => void;
/** Gets the path of each folder that is an entry. */
export type TakeFolder = (path: string) => void;
/** What of an archive is wanted; what is not given is passed over. */
export interface TarTakers {
  readonly takeFile?: TakeFile;
  readonly takeLink?: TakeLink;
  readonly takeFolder?: TakeFolder;
}

/** What is known of an archive between two pieces of it. */
export interface TarReader extends TarTakers {
  /** Bytes that came and are not read. */
  rest: Buffer;
  /** Bytes of content that are passed over. */
  skip: number;
  entries: number;
  isOver: boolean;
  /** A long name, or attributes, of the next entry, or the content of a file (`path`), as far as they came. */
  metadata:
    | { readonly type: string; readonly path?: string; readonly mode?: number; readonly chunks: Buffer[]; missing: number }
    | undefined;
  attributes: TarAttributes;
  readonly tree: ArchiveTree;
}

export const createTarReader = (takers: TarTakers): TarReader => ({
  rest: Buffer.alloc(0),
  skip: 0,
  entries: 0,
  isOver: false,
  metadata: undefined,
  attributes: {},
  tree: createArchiveTree(archiveLimits.entries),
  ...takers,
});

const finishMetadata = (reader: TarReader): void => {
  const { type, path, mode = 0o644, chunks } = reader.metadata!;
  const data = Buffer.concat(chunks);
  reader.metadata = undefined;
  if (path !== undefined) {
    reader.takeFile?.(path, data, mode);
    return;
  }
  reader.attributes = readTarAttributes(reader.attributes, type, data);
};

const beginMetadata = (reader: TarReader, { type, size }: TarEntry, padded: number): void => {
  if (size > maxMetadataBytes) throw unprocessable('the archive has a name of more than 64 KiB');
  reader.metadata = { type, chunks: [], missing: size };
  reader.skip = padded - size;
  if (size === 0) finishMetadata(reader);
};

const takeEntryLink = ({ tree, takeLink }: TarReader, path: string, { type, link }: TarEntry): void => {
  const isSymbolic = type === '2';
  const target = isSymbolic ? link : posix.normalize(link);
  if (isSymbolic) addSymbolicLink(tree, path, target);
  else addHardLink(tree, path, target);
  takeLink?.(path, target, isSymbolic);
};

/** An entry that stays: `padded`, with its content, in bytes of the archive. */
const beginEntry = (reader: TarReader, entry: TarEntry, padded: number): void => {
  const fault = findEntryFault(entry);
  if (fault !== undefined) throw unprocessable(fault);
  const { name, type, mode, size } = entry;
  const path = posix.normalize(name);
  // Links and folders have no content, even if their header has a size.
  reader.skip = '123456'.includes(type) ? 0 : padded;
  if (type === '5' || path.endsWith('/')) {
    addFolder(reader.tree, path);
    reader.takeFolder?.(path);
  } else if ('12'.includes(type)) takeEntryLink(reader, path, entry);
  else if ('0\x007'.includes(type)) {
    addFile(reader.tree, path);
    if (!reader.takeFile) return;
    reader.metadata = { type, path, mode, chunks: [], missing: size };
    reader.skip = padded - size;
    if (size === 0) finishMetadata(reader);
  }
};

const readHeader = (reader: TarReader, block: Buffer): void => {
  if (block.every((byte) => byte === 0)) {
    reader.isOver = true;
    return;
  }
  if (!hasRightChecksum(block)) throw unprocessable('the content is not a tar archive: a header has a wrong checksum');
  const header = parseHeader(block);
  if (++reader.entries > archiveLimits.entries) throw unprocessable(`the archive has more than ${archiveLimits.entries} entries`);
  const isMetadata = 'LKxg'.includes(header.type);
  const { path: name = header.name, linkpath: link = header.link, size = header.size, isSparse } = isMetadata ? {} : reader.attributes;
  if (size > archiveLimits.bytes) throw unprocessable(`an entry of the archive has more than ${archiveLimits.bytes} bytes`);
  if (isSparse) throw unprocessable(`the archive has a sparse file: ${JSON.stringify(name.slice(0, 200))}`);
  const padded = Math.ceil(size / blockBytes) * blockBytes;
  if (isMetadata) {
    beginMetadata(reader, header, padded);
    return;
  }
  reader.attributes = {};
  beginEntry(reader, { ...header, name, link, size }, padded);
};

const takeMetadata = (reader: TarReader): void => {
  const metadata = reader.metadata!;
  const part = reader.rest.subarray(0, metadata.missing);
  metadata.chunks.push(part);
  metadata.missing -= part.length;
  reader.rest = reader.rest.subarray(part.length);
  if (metadata.missing === 0) finishMetadata(reader);
};

/** Reads the next piece of an archive. Throws 422 for the first entry that is refused. */
export const readTarPiece = (reader: TarReader, piece: Buffer): void => {
  reader.rest = reader.rest.length === 0 ? piece : Buffer.concat([reader.rest, piece]);
  while (!reader.isOver && reader.rest.length > 0) {
    if (reader.metadata) takeMetadata(reader);
    else if (reader.skip > 0) {
      const step = Math.min(reader.skip, reader.rest.length);
      reader.rest = reader.rest.subarray(step);
      reader.skip -= step;
    } else if (reader.rest.length >= blockBytes) {
      readHeader(reader, reader.rest.subarray(0, blockBytes));
      reader.rest = reader.rest.subarray(blockBytes);
    } else return;
  }
  if (reader.isOver) reader.rest = Buffer.alloc(0);
};

/** Throws 422 where the archive ends too early, or has a link that leaves its folder. */
export const requireTarEnd = ({ metadata, skip, isOver, rest, tree }: TarReader): void => {
  if (metadata || skip > 0 || (!isOver && rest.length > 0)) throw unprocessable('the archive ends in the middle of an entry');
  requireLinksInside(tree);
};
