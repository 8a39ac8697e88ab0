import type { IncomingMessage } from 'node:http';
import { openDownload } from '../client/open-download.ts';

/** A file that could not be had as it should be. The message is for people, and names no query: that is a secret. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
}

const downloadTimeout = 120_000;

const omitQuery = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
};

/** A gzipped file at a signed address as text. No token is sent: the address is the right to it. `largest`: bytes when it is unpacked. */
export const downloadText = async (address: string, largest: number, signal: AbortSignal): Promise<string> => {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new DownloadError('The service gave an address that is none of http or https.');
  const failed = (words: string): DownloadError => new DownloadError(`GET ${omitQuery(address)} ${words}`);
  let response: IncomingMessage;
  try {
    response = await openDownload(address, AbortSignal.any([signal, AbortSignal.timeout(downloadTimeout)]));
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    throw failed(`failed: ${code ?? name}`);
  }
  if (response.statusCode !== 200) {
    response.destroy();
    throw failed(`answered ${response.statusCode}. Addresses of an export end after some time.`);
  }
  // Loading it takes 3 ms of every start, and exports are rare.
  const { createGunzip } = await import('node:zlib');
  const unpacked = createGunzip();
  response
    .on('error', (error) => {
      unpacked.destroy(error);
    })
    .pipe(unpacked);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of unpacked) {
      size += (chunk as Buffer).length;
      if (size > largest)
        throw failed(`holds more than the ${largest} bytes that are left of \`max_bytes\`; raise it, or export a shorter time.`);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof DownloadError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw failed(String(code).startsWith('Z_') ? 'is not a gzipped file.' : `broke off: ${code ?? (error as Error).name}`);
  }
  return Buffer.concat(chunks).toString('utf8');
};
