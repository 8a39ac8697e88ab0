import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** The file with the checksum of each page of the data file, as of its last write: it reveals later changes of the disk. */
export const sumsPath = (directory: string): string => join(directory, 'slipway.sums');

export const pageBytes = 4096;
/**
 * Size of a block of 32-bit entries, the last of which is the checksum of the others. The very first entry is the number of the data file.
 */
const blockBytes = 4096;
const entriesOfBlock = blockBytes / 4 - 1;

const blockOf = (page: number): number => Math.floor(page / entriesOfBlock);
const offsetOf = (page: number): number => blockOf(page) * blockBytes + (page % entriesOfBlock) * 4;

/** Fields of the first page that SQLite changes when it opens and closes the file: versions and counters. */
const passingFields = [
  [18, 20],
  [24, 28],
  [92, 100],
] as const;

/** Never 0, which is: not known. */
export const sumPage = (page: number, bytes: Buffer): number => {
  if (page !== 1) return crc32(bytes) || 1;
  const first = Buffer.from(bytes);
  for (const [from, to] of passingFields) first.fill(0, from, to);
  return crc32(first) || 1;
};

/** The sums of a data file, in memory. */
export interface PageSums {
  /** The checksum of a page; undefined: not known. */
  get(page: number): number | undefined;
  set(page: number, sum: number): void;
  number(): number;
  /** The number of the last page whose sum is known. */
  lastPage(): number;
  /** Whether each block is as it was written. */
  isWhole: boolean;
  /** Blocks that were changed since the last time, with their place in the file; the one with the number at the end. */
  takeChanged(number: number): readonly { readonly position: number; readonly bytes: Buffer }[];
}

const isSound = (block: Buffer): boolean => block.readUInt32LE(blockBytes - 4) === crc32(block.subarray(0, blockBytes - 4));

/** Creates checksums from `content`, that of the file; blocks with a wrong checksum are ignored. */
export const createPageSums = (content: Buffer): PageSums => {
  let table = Buffer.alloc(Math.max(1, Math.ceil(content.length / blockBytes)) * blockBytes);
  content.copy(table);
  const changed = new Set<number>();
  let isWhole = content.length > 0;
  const blockAt = (at: number): Buffer => table.subarray(at * blockBytes, (at + 1) * blockBytes);
  for (let at = 0; at < table.length / blockBytes; at++)
    if (!isSound(blockAt(at))) {
      blockAt(at).fill(0);
      isWhole = false;
    }
  const write = (page: number, value: number): void => {
    if (offsetOf(page) >= table.length) table = Buffer.concat([table], Math.max(table.length * 2, (blockOf(page) + 1) * blockBytes));
    table.writeUInt32LE(value, offsetOf(page));
    changed.add(blockOf(page));
  };
  return {
    get: (page) => (offsetOf(page) < table.length ? table.readUInt32LE(offsetOf(page)) || undefined : undefined),
    set: write,
    lastPage() {
      for (let at = table.length / blockBytes - 1; at >= 0; at--)
        for (let entry = entriesOfBlock - 1; entry >= 0; entry--)
          if (table.readUInt32LE(at * blockBytes + entry * 4) !== 0) return at * entriesOfBlock + entry;
      return 0;
    },
    number: () => table.readUInt32LE(0),
    isWhole,
    takeChanged(number) {
      write(0, number);
      const blocks = [...changed].sort((one, other) => other - one);
      changed.clear();
      return blocks.map((at) => {
        const bytes = blockAt(at);
        bytes.writeUInt32LE(crc32(bytes.subarray(0, blockBytes - 4)), blockBytes - 4);
        return { position: at * blockBytes, bytes };
      });
    },
  };
};

/** Reads the checksums of a folder; without the file none is known. */
export const readPageSums = (directory: string): PageSums =>
  createPageSums(existsSync(sumsPath(directory)) ? readFileSync(sumsPath(directory)) : Buffer.alloc(0));
