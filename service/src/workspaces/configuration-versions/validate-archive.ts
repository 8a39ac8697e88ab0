import { createGunzip } from 'node:zlib';
import { unprocessable } from '../../http/problem.ts';
import { archiveLimits, createTarReader, readTarPiece, requireTarEnd, type TarTakers } from './tar-reader.ts';

/**
 * Validates a gzipped tar archive. Throws 422 if it is malformed, an entry or a link leaves its folder, entries cannot exist in one folder,
 * or a limit is exceeded. It does not block the event loop.
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
