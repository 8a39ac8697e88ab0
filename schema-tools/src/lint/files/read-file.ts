import { constants } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { specialKind } from './special-file.ts';

/** Why a file cannot be read, as a sentence. */
export class Unreadable extends Error {}

const reasons: { readonly [code: string]: string } = {
  ENOENT: 'There is no such file.', EACCES: 'This file may not be read: permission denied.', EPERM: 'This file may not be read: permission denied.',
  EISDIR: 'This is a folder, not a file.', ELOOP: 'This link leads round in a circle.', ENAMETOOLONG: 'This name is too long for the file system.', ENOTDIR: 'There is no such file.',
};
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Other programs may have used up the machine's open files for a moment. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try { return await work(); } catch (error) {
      if (!['EMFILE', 'ENFILE', 'EAGAIN'].includes(codeOf(error))) throw error;
      if (tries === 40) throw new Unreadable('This file cannot be read: too many files are open on this machine.');
      await wait(50);
    }
  }
}

/** The bytes of a file that did not change while it was read. Throws Unreadable. */
export async function readWhole(file: string): Promise<Buffer> {
  try {
    for (let tries = 0; tries < 3; tries++) {
      const before = await patiently(() => stat(file));
      if (before.isDirectory()) throw new Unreadable(reasons['EISDIR']);
      const special = specialKind(before);
      if (special !== undefined) throw new Unreadable(`This is ${special}, not a file; what comes out of a program is linted with --stdin.`);
      if (before.size > constants.MAX_STRING_LENGTH) throw new Unreadable(`This file has ${(before.size / 1e6).toFixed(0)} MB; at most ${(constants.MAX_STRING_LENGTH / 1e6).toFixed(0)} MB can be read.`);
      const bytes = await patiently(() => readFile(file));
      const after = await patiently(() => stat(file));
      if (before.mtimeMs === after.mtimeMs && before.size === after.size && before.ino === after.ino) return bytes;
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    // Where a name is no UTF-8, Node says U+FFFD, which finds nothing.
    if (codeOf(error) === 'ENOENT' && file.includes('\ufffd')) throw new Unreadable('There is no such file; a name that is not UTF-8 cannot be read here.');
    throw new Unreadable(reasons[codeOf(error)] ?? `This file cannot be read: ${(error as Error).message}`);
  }
  throw new Unreadable('This file went on changing while it was read.');
}
