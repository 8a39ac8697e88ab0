import { accessSync, chmodSync, constants, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * Replaces a file atomically, keeping its mode; a link stays a link. False: the file no longer contains `before`. Throws the system's
 * error.
 */
export function replaceFile(file: string, before: Uint8Array, after: Uint8Array): boolean {
  const real = realpathSync(file);
  // A rename could replace a read-only file, which its owner does not want.
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
