/** Zip archives whose bytes depend on their content alone: no times, one order, one compression. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
  /** The permission bits of the file. */
  readonly mode: number;
}

const field = (value: number, size: 2 | 4): Buffer => {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntLE(value, 0, size);
  return bytes;
};
const fields = (size: 2 | 4, ...values: readonly number[]): Buffer => Buffer.concat(values.map((value) => field(value, size)));

/** Version of the format, of a system with permission bits; deflate; 1980-01-01, which is the zero of its calendar. */
const [formatVersion, unixVersion, deflate, noTime, firstDay, regularFile] = [20, 0x0314, 8, 0, 33, 0o100000];

/** An archive of these files, in the order of their names. */
export function createZip(entries: readonly ZipEntry[]): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name: text, content, mode } of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const [name, packed] = [Buffer.from(text), deflateRawSync(content, { level: 9 })];
    const description = Buffer.concat([
      fields(2, formatVersion, 0, deflate, noTime, firstDay),
      fields(4, crc32(content), packed.length, content.length),
      fields(2, name.length),
    ]);
    const file = Buffer.concat([field(0x04034b50, 4), description, field(0, 2), name, packed]);
    const attributes = ((regularFile | mode) << 16) >>> 0;
    directory.push(field(0x02014b50, 4), field(unixVersion, 2), description, fields(2, 0, 0, 0, 0), fields(4, attributes, offset), name);
    files.push(file);
    offset += file.length;
  }
  const index = Buffer.concat(directory);
  return Buffer.concat([
    ...files,
    index,
    field(0x06054b50, 4),
    fields(2, 0, 0, entries.length, entries.length),
    fields(4, index.length, offset),
    field(0, 2),
  ]);
}
