import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import { usageColumns, type UsageRow } from './columns.ts';

/** RFC 4180: a field is quoted only where it must be. */
const quoteField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One record with its line end. Values that look like formulas are not escaped, because programs read these files (docs/ci-service.md). */
export const renderCsvLine = (fields: readonly string[]): string => `${fields.map(quoteField).join(',')}\r\n`;

const header = renderCsvLine(usageColumns.map(([name]) => name));

/** A gzip file that is compressed while it is written, in zlib's threads. */
const createGzipFile = () => {
  const [gzip, packed] = [createGzip(), [] as Buffer[]];
  gzip.on('data', (chunk: Buffer) => {
    packed.push(chunk);
  });
  const over = once(gzip, 'end');
  return {
    write: async (text: string): Promise<void> => {
      if (!gzip.write(text)) await once(gzip, 'drain');
    },
    end: async (): Promise<Buffer> => {
      gzip.end();
      await over;
      return Buffer.concat(packed);
    },
    stop: (): void => {
      gzip.destroy();
    },
  };
};

/** Gzipped CSV files of at most `largest` bytes before compression (or of one row), each with a header. Only one is in memory at a time. */
export async function* renderCsvParts(lots: AsyncIterable<readonly UsageRow[]>, largest: number): AsyncGenerator<Buffer> {
  let part: ReturnType<typeof createGzipFile> | undefined;
  let size = 0;
  try {
    for await (const rows of lots) {
      let text = '';
      for (const row of rows) {
        const line = renderCsvLine(usageColumns.map(([, of]) => of(row)));
        const bytes = Buffer.byteLength(line);
        if (part && size + bytes > largest) {
          await part.write(text);
          yield await part.end();
          part = undefined;
        }
        if (!part) [part, text, size] = [createGzipFile(), header, header.length];
        text += line;
        size += bytes;
      }
      if (part) await part.write(text);
    }
    if (part) yield await part.end();
  } finally {
    part?.stop();
  }
}
