import { relative, sep } from 'node:path';

/** A path as it is told: from `folder` where it is below, else whole; with `/`. */
export function displayPath(folder: string, file: string): string {
  const way = relative(folder, file);
  const shown = way === '' ? '.' : way.startsWith('..') ? file : way;
  return sep === '/' ? shown : shown.replaceAll(sep, '/');
}
