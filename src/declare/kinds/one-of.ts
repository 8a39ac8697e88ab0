import type { Kind } from '../kind.ts';

/** One of a closed list of words. */
export const oneOf = <const W extends readonly string[]>(...words: W): Kind<W[number]> => ({
  type: 'string', json: { enum: words }, words: `one of ${words.map((word) => `"${word}"`).join(', ')}`,
  accepts: (value) => words.includes(value as string),
});
