import type { Stats } from 'node:fs';

/** The kind of a path that is neither a file nor a folder. Reading it may block or never end. */
export function describeSpecialFile(found: Stats): string | undefined {
  if (found.isFIFO()) return 'a pipe';
  if (found.isSocket()) return 'a socket';
  return found.isCharacterDevice() || found.isBlockDevice() ? 'a device' : undefined;
}
