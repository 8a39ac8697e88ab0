/** The number of characters (Unicode code points) of a text, which limits and messages are about. */
export const countCharacters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** Whether a text has more characters than this. Counts only where the number of UTF-16 units leaves it open. */
export const isLongerThan = (text: string, limit: number): boolean =>
  text.length > limit && (text.length > limit * 2 || countCharacters(text) > limit);

/** The first characters of a text; never half of one. */
export const firstCharacters = (text: string, count: number): string =>
  text.length <= count
    ? text
    : Array.from(text.slice(0, count * 2))
        .slice(0, count)
        .join('');
