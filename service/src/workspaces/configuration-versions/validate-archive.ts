import { createGunzip } from 'node:zlib';
import { unprocessable } from '../../http/problem.ts';
import { archiveLimits, createTarReader, readTarPiece, requireTarEnd, type TarTakers } from './tar-reader.ts';

/**
 * Reads a gzipped tar archive through. Throws 422 for what is none, for an entry or a link that leaves its folder, for entries that
 * cannot be in one folder together, and beyond the limits. Other work goes on meanwhile.
 */
export const validateArchive = async (
  bytes: Uint8Array,
  { maxBytes = archiveLimits.bytes, ...takers }: TarTakers & { readonly maxBytes?: number } = {},
): Promise<void> => {
  const gunzip = createGunzip();
  const reader = createTarReader(takers);
  let size = 0;
  gunzip.end(bytes);
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw unprocessable(`the archive has more than ${maxBytes} bytes when it is unpacked`);
      readTarPiece(reader, chunk);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_'))
      throw unprocessable('the content is not a gzipped tar archive: it cannot be decompressed');
    throw error;
  } finally {
    gunzip.destroy();
  }
  requireTarEnd(reader);
};
