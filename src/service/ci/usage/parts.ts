import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { columns, type UsageRow } from './columns.ts';
import { csvLine } from './csv.ts';

const packed = promisify(gzip);
const header = csvLine(columns.map(([name]) => name));

/** Gzipped CSV files of at most so many bytes before they are packed (or of one row), each with the header. Never more than one is held. */
export async function* csvParts(lots: AsyncIterable<readonly UsageRow[]>, largest: number): AsyncGenerator<Buffer> {
  let lines: string[] = [];
  let size = 0;
  const part = async (): Promise<Buffer> => {
    const text = header + lines.join('');
    [lines, size] = [[], 0];
    return packed(text);
  };
  for await (const rows of lots) {
    for (const row of rows) {
      const line = csvLine(columns.map(([, of]) => of(row)));
      const bytes = Buffer.byteLength(line);
      if (lines.length > 0 && header.length + size + bytes > largest) yield await part();
      lines.push(line);
      size += bytes;
    }
  }
  if (lines.length > 0) yield await part();
}
