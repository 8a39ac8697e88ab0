import { accessSync, chmodSync, constants, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * Writes a file anew, whole or not at all, with its mode; a link goes on leading there. False: it no longer holds `before`.
 * Throws what the file system says.
 */
export function replaceFile(file: string, before: Uint8Array, after: Uint8Array): boolean {
  const real = realpathSync(file);
  // Another file can take the place of one that may not be written; nobody who forbids it wants that.
  accessSync(real, constants.W_OK);
  if (!readFileSync(real).equals(before)) return false;
  const fresh = `${real}.${process.pid}.tmp`;
  try {
    const { mode } = statSync(real);
    writeFileSync(fresh, after, { mode });
    // What the process masks out of the modes of new files is not meant for this one.
    chmodSync(fresh, mode & 0o7777);
    renameSync(fresh, real);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  return true;
}
