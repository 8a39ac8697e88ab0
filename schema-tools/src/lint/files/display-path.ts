import { relative, sep } from 'node:path';

/** The path in messages: relative to `folder` if below it, otherwise absolute; with `/`. */
export function displayPath(folder: string, file: string): string {
  const way = relative(folder, file);
  const shown = way === '' ? '.' : way.startsWith('..') ? file : way;
  return sep === '/' ? shown : shown.replaceAll(sep, '/');
}
