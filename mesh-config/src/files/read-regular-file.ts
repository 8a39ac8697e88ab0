import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * The bytes of a file, at most so many. A pipe, a socket or a device is refused before it is read: there would be no end
 * of it, and whoever waits for one keeps the program from ending. Rejects with the system's error, or with a sentence.
 */
export const readRegularFile = async (path: string, most: number): Promise<Buffer> => {
  // Where a system cannot open without waiting, it has no pipes among its files.
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
