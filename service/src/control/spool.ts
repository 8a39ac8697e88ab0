import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileBody } from '../http/file-body.ts';
import { StorageFull } from '../store/failures.ts';

export type SpoolWrite = (content: string | Uint8Array) => Promise<void>;

const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** A new file without a path: the system deletes it when this process ends for any reason. */
const openUnnamed = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-spool-'));
  try {
    return await open(join(folder, 'body'), 'wx+', 0o600);
  } finally {
    await removeFolder(folder);
  }
};

/**
 * Writes a large answer to the disk first: the store is read at the speed of this machine, not of a client, and memory holds one
 * piece at a time. Throws StorageFull.
 */
export const spoolBody = async (work: (write: SpoolWrite) => Promise<unknown>): Promise<FileBody> => {
  const file = await openUnnamed();
  try {
    let size = 0;
    await work(async (content) => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      size += bytes.length;
      await file.writeFile(bytes);
    });
    return { file, size };
  } catch (error) {
    await file.close();
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new StorageFull(tmpdir()) : error;
  }
};
