const regexSpecials = /[.*+?^${}()|[\]\\]/g;
const escapeRegex = (text: string): string => text.replace(regexSpecials, '\\$&');
const escapeCharacterClass = (text: string): string => text.replace(/[\]\\^-]/g, '\\$&');

/** The inside of `[…]`, or undefined when it is not closed. */
function translateCharacterClass(pattern: string, index: number): { regex: string; end: number } | undefined {
  const end = pattern.indexOf(']', index + 1);
  if (end === -1) return undefined;
  const inner = pattern.slice(index + 1, end);
  const negated = inner.startsWith('!') || inner.startsWith('^');
  const members = (negated ? inner.slice(1) : inner)
    .split(/(?<=.)-(?=.)/u)
    .map(escapeCharacterClass)
    .join('-');
  return { regex: `[${negated ? '^' : ''}${members}]`, end };
}

/**
 * A glob as a regular expression: `*` stops at delimiters, `**` does not, `?` is one character, `[a-c]`, `[!a]`,
 * `{a,b}`, and `\` before a character that means itself. Undefined for a glob that is not closed.
 */
export function globToRegex(glob: string, delimiters: readonly string[]): string | undefined {
  const other = delimiters.length ? `[^${delimiters.map(escapeCharacterClass).join('')}]` : '[\\s\\S]';
  let [regex, depth] = ['', 0];
  for (let index = 0; index < glob.length; index++) {
    const each = glob[index] as string;
    if (each === '\\') regex += escapeRegex(glob[++index] ?? '\\');
    else if (each === '*') {
      const twice = glob[index + 1] === '*';
      if (twice) index++;
      regex += twice ? '[\\s\\S]*' : `${other}*`;
    } else if (each === '?') regex += other;
    else if (each === '[') {
      const found = translateCharacterClass(glob, index);
      if (!found) return undefined;
      regex += found.regex;
      index = found.end;
    } else if (each === '{') {
      depth++;
      regex += '(?:';
    } else if (each === '}' && depth) {
      depth--;
      regex += ')';
    } else regex += each === ',' && depth ? '|' : escapeRegex(each);
  }
  return depth ? undefined : `^(?:${regex})$`;
}
export const escapeGlob = (text: string): string =>
  text.replace(/[*?\\[\]{}!,-]/g, (each) => ('*?\\[]{}'.includes(each) ? `\\${each}` : each));
