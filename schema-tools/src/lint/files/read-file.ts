import { constants } from 'node:buffer';
import { closeSync, constants as fileConstants, fstatSync, openSync, readFileSync, readSync, type Stats, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { describeSpecialFile } from './special-file.ts';

/** Why a file cannot be read, as a sentence. */
export class UnreadableFileError extends Error {}

const readErrors: { readonly [code: string]: string } = {
  ENOENT: 'There is no such file.',
  EACCES: 'This file may not be read: permission denied.',
  EPERM: 'This file may not be read: permission denied.',
  EISDIR: 'This is a folder, not a file.',
  ELOOP: 'This link leads round in a circle.',
  ENAMETOOLONG: 'This name is too long for the file system.',
  ENOTDIR: 'There is no such file.',
};
const errorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Other programs may have used up the machine's open files for a moment. */
async function retryWhenBusy<T>(work: () => T): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return work();
    } catch (error) {
      if (!['EMFILE', 'ENFILE', 'EAGAIN'].includes(errorCode(error))) throw error;
      if (tries === 40) throw new UnreadableFileError('This file cannot be read: too many files are open on this machine.');
      await wait(50);
    }
  }
}

/** A sentence that says why a path is neither a readable file nor a readable folder; undefined if it is. */
export async function describeUnreadable(path: string): Promise<string | undefined> {
  try {
    if ((await stat(path)).isDirectory()) await readdir(path);
    return undefined;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'There is no such file or folder.';
    return code === 'EACCES' || code === 'EPERM' ? 'This folder may not be read: permission denied.' : readErrors[code];
  }
}

const isSame = (before: Stats, after: Stats): boolean =>
  before.mtimeMs === after.mtimeMs && before.size === after.size && before.ino === after.ino;

/** The first `size` bytes of an open file, or all if there are fewer. One that grew meanwhile has another size when it is compared. */
function readOpenFile(descriptor: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(size);
  let end = 0;
  while (end < size) {
    const count = readSync(descriptor, bytes, end, size - end, null);
    if (count === 0) break;
    end += count;
  }
  return bytes.subarray(0, end);
}

/**
 * The bytes of a file; undefined if it changed while it was read. Reading blocks this thread: for a small file, a thread of the pool of
 * Node for each of the calls takes several times as long.
 */
function readOnce(file: string): Buffer | undefined {
  const before = statSync(file);
  if (before.isDirectory()) throw new UnreadableFileError(readErrors['EISDIR']);
  const special = describeSpecialFile(before);
  if (special !== undefined)
    throw new UnreadableFileError(`This is ${special}, not a file; what comes out of a program is linted with --stdin.`);
  if (before.size > constants.MAX_STRING_LENGTH)
    throw new UnreadableFileError(
      `This file has ${(before.size / 1e6).toFixed(0)} MB; at most ${(constants.MAX_STRING_LENGTH / 1e6).toFixed(0)} MB can be read.`,
    );
  // The path may be a pipe by now, which a plain opening would wait for.
  const descriptor = openSync(file, fileConstants.O_RDONLY | (fileConstants.O_NONBLOCK ?? 0));
  try {
    // Some files of the system say that they are empty, and are not.
    const bytes = before.size === 0 ? readFileSync(descriptor) : readOpenFile(descriptor, before.size);
    return isSame(before, fstatSync(descriptor)) ? bytes : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** The bytes of a file that did not change while it was read. Throws UnreadableFileError. */
export async function readStableFile(file: string): Promise<Buffer> {
  try {
    for (let tries = 0; tries < 3; tries++) {
      const bytes = await retryWhenBusy(() => readOnce(file));
      if (bytes) return bytes;
    }
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    // For a name that is not UTF-8 Node returns U+FFFD, and the path does not exist.
    if (errorCode(error) === 'ENOENT' && file.includes('\ufffd'))
      throw new UnreadableFileError('There is no such file; a name that is not UTF-8 cannot be read here.');
    throw new UnreadableFileError(readErrors[errorCode(error)] ?? `This file cannot be read: ${(error as Error).message}`);
  }
  throw new UnreadableFileError('This file went on changing while it was read.');
}
