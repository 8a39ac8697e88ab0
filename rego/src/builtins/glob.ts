const regexSpecials = /[.*+?^${}()|[\]\\]/g;
const escapeRegex = (text: string): string => text.replace(regexSpecials, '\\$&');
const escapeCharacterClass = (text: string): string => text.replace(/[\]\\^[-]/g, '\\$&');

/** Translates `[…]`; undefined when it is not closed. */
function translateCharacterClass(pattern: string, index: number): { regex: string; end: number } | undefined {
  const end = pattern.indexOf(']', index + 1);
  if (end === -1) return undefined;
  const inner = pattern.slice(index + 1, end);
  const negated = inner.startsWith('!');
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
    const character = glob[index] as string;
    if (character === '\\') regex += escapeRegex(glob[++index] ?? '\\');
    else if (character === '*') {
      const twice = glob[index + 1] === '*';
      if (twice) index++;
      regex += twice ? '[\\s\\S]*' : `${other}*`;
    } else if (character === '?') regex += other;
    else if (character === '[') {
      const characterClass = translateCharacterClass(glob, index);
      if (!characterClass) return undefined;
      regex += characterClass.regex;
      index = characterClass.end;
    } else if (character === '{') {
      depth++;
      regex += '(?:';
    } else if (character === '}' && depth) {
      depth--;
      regex += ')';
    } else regex += character === ',' && depth ? '|' : escapeRegex(character);
  }
  // A brace that is not closed ends with the glob.
  return `^(?:${regex}${')'.repeat(depth)})$`;
}
export const escapeGlob = (text: string): string =>
  text.replace(/[*?\\[\]{}!,-]/g, (character) => ('*?\\[]{}'.includes(character) ? `\\${character}` : character));
