import { createReadStream, type ReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

/** A file on this machine as an answer's body; it goes out as it is read. */
export interface FileBody {
  /** A path, or an open file without a path: its reader closes it, which deletes it. */
  readonly file: string | FileHandle;
  readonly size: number;
}
export const isFileBody = (body: unknown): body is FileBody => typeof body === 'object' && body !== null && 'file' in body;

/** The content; `size` is above 0. Destroying the stream closes the file. */
export const openFileBody = ({ file, size }: FileBody): ReadStream =>
  typeof file === 'string' ? createReadStream(file, { end: size - 1 }) : file.createReadStream({ start: 0, end: size - 1 });

/** Closes the file of a body that is not sent. */
export const closeFileBody = async ({ file }: FileBody): Promise<void> => {
  if (typeof file !== 'string') await file.close();
};

/** All of it, in memory. */
export const readFileBody = async (body: FileBody): Promise<Buffer> => {
  if (body.size > 0) return buffer(openFileBody(body));
  await closeFileBody(body);
  return Buffer.alloc(0);
};
