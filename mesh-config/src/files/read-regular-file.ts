import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * Reads a file up to a limit of bytes. A pipe, a socket or a device is refused, because reading it might not end, and would keep the
 * process from exiting. Rejects with the system's error, or with a sentence.
 */
export const readRegularFile = async (path: string, most: number): Promise<Buffer> => {
  // A system without non-blocking open has no pipes among its files.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await file.stat();
    if (!found.isFile() && !found.isDirectory()) throw new Error('it is no regular file');
    if (found.size > most && found.isFile()) throw new Error(`it has ${found.size} bytes; ${most} are read`);
    return await file.readFile();
  } finally {
    await file.close();
  }
};
