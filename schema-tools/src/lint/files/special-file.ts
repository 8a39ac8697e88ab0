import type { Stats } from 'node:fs';

/** What a path leads to when it is no file and no folder. Reading such a thing may wait for somebody, or never end. */
export function describeSpecialFile(found: Stats): string | undefined {
  if (found.isFIFO()) return 'a pipe';
  if (found.isSocket()) return 'a socket';
  return found.isCharacterDevice() || found.isBlockDevice() ? 'a device' : undefined;
}
