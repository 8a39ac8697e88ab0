/** The form in which searches compare texts: lower case, one sigma. Folded here and not in SQL, so that all engines agree. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/**
 * Whether a text can be stored. PostgreSQL's text accepts neither U+0000 nor half of a surrogate pair; SQLite would store something else
 * than was given.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && (text as WellFormed).isWellFormed();

/** A string with a method of ECMAScript 2024. A regular expression that looks for surrogates takes ten times as long. */
type WellFormed = string & { isWellFormed(): boolean };

/**
 * Whether the strings of a JSON text can be stored. JSON.stringify leaves these characters escaped; after an even number of backslashes an
 * escape is literal.
 */
export const isStorableJson = (json: string): boolean => !json.includes('\\u') || !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json);

/** Text that means itself in a LIKE pattern (escape `\`). */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern (escape `\`) for folded names: `*` is anything, the rest means itself. */
export const toLikePattern = (wildcard: string): string => escapeLike(foldCase(wildcard)).replace(/\*+/g, '%');

/** The least text, by code points, that follows every text with this beginning; undefined: there is none. */
export const followingText = (beginning: string): string | undefined => {
  const characters = [...beginning];
  while (characters.at(-1) === '\u{10ffff}') characters.pop();
  const last = characters.pop()?.codePointAt(0);
  if (last === undefined) return undefined;
  // Surrogates are no characters.
  return [...characters, String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1)].join('');
};

/** Text of others may hold what no engine stores (NUL, half of a surrogate pair): that becomes U+FFFD. */
export const replaceUnstorable = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');
