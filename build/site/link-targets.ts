/** What a link of a page leads to, and where that stands in the site. */
import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A file or folder of the repository that is in the site. `source` is relative to the repository, '' is the repository itself. */
export interface LinkTarget {
  readonly kind: 'page' | 'source' | 'folder' | 'picture';
  readonly source: string;
  /** Its file in the site. */
  readonly output: string;
}

const outputOf = (kind: LinkTarget['kind'], source: string): string => {
  if (kind === 'picture') return source;
  if (kind === 'folder') return posix.join(source, 'index.html');
  if (kind === 'source') return `${source}.html`;
  return source.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html');
};

/** The target of a path of the repository; undefined if there is none, or if it is outside. */
export function findTarget(root: string, path: string): LinkTarget | undefined {
  const source = posix.normalize(path).replace(/\/$/, '').replace(/^\.$/, '');
  if (source.startsWith('..') || posix.isAbsolute(source) || !existsSync(join(root, source))) return undefined;
  if (statSync(join(root, source)).isDirectory()) {
    if (existsSync(join(root, source, 'README.md'))) return findTarget(root, posix.join(source, 'README.md'));
    return { kind: 'folder', source, output: outputOf('folder', source) };
  }
  const kind = source.endsWith('.md') ? 'page' : /\.(?:png|svg|webp)$/.test(source) ? 'picture' : 'source';
  return { kind, source, output: outputOf(kind, source) };
}

/** The address of a file of the site in another one: relative, so that the site works below any path and without a server. */
export const relativeAddress = (from: string, to: string): string => posix.relative(posix.dirname(from), to) || posix.basename(to);
