import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * The content of SQLite's write-ahead log (https://sqlite.org/fileformat2.html#the_write_ahead_log): a header, then frames, each a page
 * with the salts of the header and a sum over everything before it. The last frame of a commit has the resulting size of the data file.
 */
export interface LogFile {
  /** Bytes. */
  readonly size: number;
  /** Sixteen hexadecimal digits; undefined: the header is not whole, so SQLite takes the log for empty. The first eight count logs. */
  readonly salts: string | undefined;
  /** Frames that SQLite reads: up to the last commit before the first frame with a wrong sum. */
  readonly frames: number;
  /** The pages of the data file that are in them. */
  readonly pages: ReadonlySet<number>;
  /** Whether frames of later commits than a power failure can have torn are behind the one with a wrong sum. */
  readonly isBroken: boolean;
}

export const headerBytes = 32;
export const frameHeaderBytes = 24;
const saltsAt = 16;

/** The offset of a frame in the log, in bytes. Frames are numbered from 1. */
export const frameOffset = (frame: number, pageSize: number): number => headerBytes + (frame - 1) * (frameHeaderBytes + pageSize);

/** The salts of a log that is written, from its header, which is read into `bytes`; undefined: it has none yet. */
export const readLogSalts = (descriptor: number, bytes: Buffer): string | undefined =>
  readSync(descriptor, bytes, 0, headerBytes, 0) < headerBytes ? undefined : bytes.toString('hex', saltsAt, saltsAt + 8);

/** Bytes of a log that is written, up to the end of a frame. */
export const readLogBytes = (descriptor: number, frames: number): number => {
  const bytes = Buffer.alloc(headerBytes);
  readSync(descriptor, bytes, 0, headerBytes, 0);
  return frameOffset(frames + 1, bytes.readUInt32BE(8));
};

type Sums = readonly [number, number];

/** The two sums of SQLite over whole pairs of words, 32 bits each. */
const addSums = ([first, second]: Sums, bytes: Buffer, from: number, to: number, isBigEndian: boolean): Sums => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [one, other] = [first, second];
  for (let at = from; at < to; at += 8) {
    one = (one + view.getInt32(at, !isBigEndian) + other) | 0;
    other = (other + view.getInt32(at + 4, !isBigEndian) + one) | 0;
  }
  return [one, other];
};
const hasSums = (bytes: Buffer, at: number, [one, other]: Sums): boolean =>
  bytes.readInt32BE(at) === one && bytes.readInt32BE(at + 4) === other;

interface LogHeader {
  readonly pageSize: number;
  readonly salts: string;
  readonly sums: Sums;
  readonly isBigEndian: boolean;
}

const readHeader = (descriptor: number): LogHeader | undefined => {
  const bytes = Buffer.alloc(headerBytes);
  if (readSync(descriptor, bytes, 0, headerBytes, 0) < headerBytes) return undefined;
  const magic = bytes.readUInt32BE(0);
  const pageSize = bytes.readUInt32BE(8);
  const isBigEndian = magic === 0x377f0683;
  if ((!isBigEndian && magic !== 0x377f0682) || pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) return undefined;
  const sums = addSums([0, 0], bytes, 0, 24, isBigEndian);
  return hasSums(bytes, 24, sums) ? { pageSize, salts: bytes.toString('hex', saltsAt, saltsAt + 8), sums, isBigEndian } : undefined;
};

/** Commits that may not have been awaited when the power failed: that of a group, and that of the index of names before it. */
const unawaitedCommits = 2;

/** Whether a frame with a wrong checksum is followed by more than commits that were not awaited yet. */
const isBrokenBehind = (descriptor: number, { pageSize, salts }: LogHeader, from: number, last: number): boolean => {
  const bytes = Buffer.alloc(frameHeaderBytes);
  let commits = 0;
  for (let frame = from; frame <= last; frame++) {
    readSync(descriptor, bytes, 0, frameHeaderBytes, frameOffset(frame, pageSize));
    if (bytes.toString('hex', 8, 16) !== salts) continue;
    if (commits >= unawaitedCommits) return true;
    if (bytes.readUInt32BE(4) > 0) commits++;
  }
  return false;
};

const scanFrames = (descriptor: number, header: LogHeader, size: number): Pick<LogFile, 'frames' | 'pages' | 'isBroken'> => {
  const { pageSize, salts, isBigEndian } = header;
  const bytes = Buffer.alloc(frameHeaderBytes + pageSize);
  const last = Math.floor((size - headerBytes) / bytes.length);
  const pages = new Set<number>();
  let frames = 0;
  let uncommitted: number[] = [];
  let { sums } = header;
  for (let frame = 1; frame <= last; frame++) {
    readSync(descriptor, bytes, 0, bytes.length, frameOffset(frame, pageSize));
    sums = addSums(addSums(sums, bytes, 0, 8, isBigEndian), bytes, frameHeaderBytes, bytes.length, isBigEndian);
    if (bytes.toString('hex', 8, 16) !== salts || !hasSums(bytes, 16, sums))
      return { frames, pages, isBroken: isBrokenBehind(descriptor, header, frame, last) };
    uncommitted.push(bytes.readUInt32BE(0));
    if (bytes.readUInt32BE(4) === 0) continue;
    for (const page of uncommitted) pages.add(page);
    uncommitted = [];
    frames = frame;
  }
  return { frames, pages, isBroken: false };
};

/** Reads a whole log without changing it. Undefined if the file does not exist. */
export const readLogFile = (file: string): LogFile | undefined => {
  if (!existsSync(file)) return undefined;
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const header = readHeader(descriptor);
    if (!header) return { size, salts: undefined, frames: 0, pages: new Set(), isBroken: false };
    return { size, salts: header.salts, ...scanFrames(descriptor, header, size) };
  } finally {
    closeSync(descriptor);
  }
};
