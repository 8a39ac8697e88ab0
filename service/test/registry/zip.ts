/** A zip archive without compression, whose files may be executed: the package of a provider. */
import { crc32 } from 'node:zlib';

const field = (value: number, size: 2 | 4): Buffer => {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntLE(value, 0, size);
  return bytes;
};
const fields = (...pairs: readonly (readonly [value: number, size: 2 | 4])[]): Buffer =>
  Buffer.concat(pairs.map(([value, size]) => field(value, size)));

/** `modes`: of files that are no usual ones, by name. */
export const createZip = (files: { readonly [name: string]: Buffer }, modes: { readonly [name: string]: number } = {}): Buffer => {
  const [local, central]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [text, content] of Object.entries(files)) {
    const name = Buffer.from(text);
    const common = fields(
      [20, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [33, 2],
      [crc32(content), 4],
      [content.length, 4],
      [content.length, 4],
      [name.length, 2],
    );
    const entry = Buffer.concat([field(0x04034b50, 4), common, field(0, 2), name, content]);
    const mode = ((modes[text] ?? 0o100755) << 16) >>> 0;
    central.push(
      Buffer.concat([field(0x02014b50, 4), field(0x0314, 2), common, fields([0, 2], [0, 2], [0, 2], [0, 2], [mode, 4], [offset, 4]), name]),
    );
    local.push(entry);
    offset += entry.length;
  }
  const directory = Buffer.concat(central);
  const count = Object.keys(files).length;
  return Buffer.concat([
    ...local,
    directory,
    field(0x06054b50, 4),
    fields([0, 2], [0, 2], [count, 2], [count, 2], [directory.length, 4], [offset, 4], [0, 2]),
  ]);
};
