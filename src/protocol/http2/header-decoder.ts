import { Http2Error, errorCode } from './http2-error.ts';
import { decodeHuffman } from './huffman.ts';
import { staticTable } from './static-table.ts';

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Size of the dynamic table in bytes, unless another one was agreed (RFC 9113, 6.5.2). */
export const dynamicTableLimit = 4096;
/** What RFC 7541, 4.1, adds to each entry of the table. */
const entryOverhead = 32;

const compressionError = (message: string): Http2Error => new Http2Error(errorCode.compression, message);

/** Reads the representations of one block in order. */
const createReader = (block: Uint8Array) => {
  let at = 0;
  const byte = (): number => {
    if (at >= block.length) throw compressionError('a header block ends in the middle');
    return block[at++]!;
  };
  /** A number whose first byte has this many bits of it (RFC 7541, 5.1). */
  const integer = (first: number, bits: number): number => {
    const mask = (1 << bits) - 1;
    let value = first & mask;
    if (value < mask) return value;
    for (let shift = 0; ; shift += 7) {
      if (shift > 21) throw compressionError('a number in a header block is too large');
      const next = byte();
      value += (next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
  };
  const string = (): string => {
    const first = byte();
    const length = integer(first, 7);
    if (at + length > block.length) throw compressionError('a header string is longer than its block');
    const bytes = block.subarray(at, (at += length));
    return first & 0x80 ? decodeHuffman(bytes) : Buffer.from(bytes).toString('latin1');
  };
  return { isAtEnd: () => at === block.length, byte, integer, string };
};

/** Entries that were sent before, the newest first, up to a size. */
const createDynamicTable = () => {
  const entries: (readonly [string, string])[] = [];
  let [size, limit] = [0, dynamicTableLimit];
  const sizeOf = ([name, value]: readonly [string, string]): number => name.length + value.length + entryOverhead;
  const evict = (): void => {
    while (size > limit) size -= sizeOf(entries.pop()!);
  };
  return {
    find: (index: number): readonly [string, string] => {
      const entry = index <= staticTable.length ? staticTable[index - 1] : entries[index - staticTable.length - 1];
      if (entry === undefined) throw compressionError(`no header has the index ${index}`);
      return entry;
    },
    add: (entry: readonly [string, string]): void => {
      entries.unshift(entry);
      size += sizeOf(entry);
      evict();
    },
    resize: (bytes: number): void => {
      if (bytes > dynamicTableLimit) throw compressionError(`the dynamic table has at most ${dynamicTableLimit} bytes`);
      limit = bytes;
      evict();
    },
  };
};

/** Decodes the header blocks of one connection in the order in which they come (RFC 7541). Throws a Http2Error. */
export const createHeaderDecoder = (): ((block: Uint8Array) => HeaderList) => {
  const table = createDynamicTable();
  return (block) => {
    const reader = createReader(block);
    const headers: (readonly [string, string])[] = [];
    const literal = (index: number): readonly [string, string] => [index === 0 ? reader.string() : table.find(index)[0], reader.string()];
    while (!reader.isAtEnd()) {
      const first = reader.byte();
      if (first & 0x80) headers.push(table.find(reader.integer(first, 7)));
      else if (first & 0x40) {
        const entry = literal(reader.integer(first, 6));
        table.add(entry);
        headers.push(entry);
      } else if (first & 0x20) {
        if (headers.length > 0) throw compressionError('the size of the table changes in the middle of a header block');
        table.resize(reader.integer(first, 5));
      } else headers.push(literal(reader.integer(first, 4)));
    }
    return headers;
  };
};
