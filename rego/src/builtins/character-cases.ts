/** Maps each character on its own, as Go does: no special forms at the end of words, and no letter becomes several. */
export const toLowerCharacters = (text: string): string =>
  [...text].map((character) => [...character.toLowerCase()][0] ?? character).join('');
export const toUpperCharacters = (text: string): string =>
  [...text]
    .map((character) => {
      const upper = character.toUpperCase();
      return [...upper].length === 1 ? upper : character;
    })
    .join('');
/** White space of Unicode, without the mark of byte order. */
export const trimSpaces = (text: string): string => text.replace(/^[\t-\r \u0085\u00a0\p{Z}]+|[\t-\r \u0085\u00a0\p{Z}]+$/gu, '');
