import { relative, sep } from 'node:path';
import picomatch from 'picomatch';

export type FileMatcher = (file: string) => boolean;

const withSlashes = (path: string): string => (sep === '/' ? path : path.replaceAll(sep, '/'));

/** A pattern without a slash matches a file name in any folder; with one, the path from the folder, which a leading `/` makes explicit. */
const anchorPattern = (pattern: string, floating: boolean): string => {
  const said = pattern.replace(/^\.?\//, '');
  if (!said.includes('/') && !pattern.startsWith('/')) return `**/${said}`;
  return floating && !pattern.startsWith('/') && !said.startsWith('**/') ? `**/${said}` : said;
};

/**
 * Whether a file (absolute path) matches these globs, which are relative to `folder`. A pattern that begins with `!` excludes files; the
 * last match decides. Floating patterns may begin in any folder, as those of catalogs do.
 */
export function fileMatcher(
  patterns: readonly string[],
  folder: string,
  { floating = false }: { readonly floating?: boolean } = {},
): FileMatcher {
  const rows = patterns.map((pattern) => {
    const out = pattern.startsWith('!');
    return { out, fits: picomatch(anchorPattern(out ? pattern.slice(1) : pattern, floating), { dot: true }) };
  });
  return (file) => {
    const path = withSlashes(relative(folder, file));
    // The location of a catalog is independent of the files that it is for.
    const name = floating ? withSlashes(file).replace(/^([A-Za-z]:)?\//, '') : path;
    if (!floating && path.startsWith('../')) return false;
    let meant = false;
    for (const { out, fits } of rows) if (meant === out && fits(name)) meant = !out;
    return meant;
  };
}
