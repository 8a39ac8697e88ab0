import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** Writes a file anew, whole or not at all, with its mode; a link goes on leading there. False: it no longer holds `before`. Throws what the file system says. */
export function replaceFile(file: string, before: Uint8Array, after: Uint8Array): boolean {
  const real = realpathSync(file);
  if (!readFileSync(real).equals(before)) return false;
  const fresh = `${real}.${process.pid}.tmp`;
  try {
    writeFileSync(fresh, after, { mode: statSync(real).mode });
    renameSync(fresh, real);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  return true;
}
