import type { AttributeKind } from '../kind.ts';

/** One of a fixed list of strings. */
export const oneOf = <const W extends readonly string[]>(...words: W): AttributeKind<W[number]> => ({
  type: 'string',
  json: { enum: words },
  description: `one of ${words.map((word) => `"${word}"`).join(', ')}`,
  accepts: (value) => words.includes(value as string),
});
