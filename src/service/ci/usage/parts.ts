import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import { columns, type UsageRow } from './columns.ts';
import { csvLine } from './csv.ts';

const header = csvLine(columns.map(([name]) => name));

/** A gzipped file that is packed while it is written, in zlib's own threads. */
const packing = () => {
  const [gzip, packed] = [createGzip(), [] as Buffer[]];
  gzip.on('data', (chunk: Buffer) => { packed.push(chunk); });
  const over = once(gzip, 'end');
  return {
    write: async (text: string): Promise<void> => { if (!gzip.write(text)) await once(gzip, 'drain'); },
    end: async (): Promise<Buffer> => { gzip.end(); await over; return Buffer.concat(packed); },
    stop: (): void => { gzip.destroy(); },
  };
};

/** Gzipped CSV files of at most so many bytes before they are packed (or of one row), each with the header. Never more than one is held. */
export async function* csvParts(lots: AsyncIterable<readonly UsageRow[]>, largest: number): AsyncGenerator<Buffer> {
  let part: ReturnType<typeof packing> | undefined;
  let size = 0;
  try {
    for await (const rows of lots) {
      let text = '';
      for (const row of rows) {
        const line = csvLine(columns.map(([, of]) => of(row)));
        const bytes = Buffer.byteLength(line);
        if (part && size + bytes > largest) {
          await part.write(text);
          yield await part.end();
          part = undefined;
        }
        if (!part) [part, text, size] = [packing(), header, header.length];
        text += line;
        size += bytes;
      }
      if (part) await part.write(text);
    }
    if (part) yield await part.end();
  } finally { part?.stop(); }
}
