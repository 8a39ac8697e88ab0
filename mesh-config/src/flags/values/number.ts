import { quote } from './quote.ts';

/** Go's words for what is no number, and for one that does not fit. */
const createParseError = (kind: 'ParseInt' | 'ParseUint', text: string, why: 'invalid syntax' | 'value out of range'): Error =>
  new Error(`strconv.${kind}: parsing ${quote(text)}: ${why}`);

const bases: readonly (readonly [prefix: RegExp, digits: RegExp, base: string])[] = [
  [/^0x/i, /^[\da-f]+$/i, '0x'],
  [/^0b/i, /^[01]+$/, '0b'],
  [/^0o/i, /^[0-7]+$/, '0o'],
  [/^0(?=.)/, /^[0-7]+$/, '0o'],
];

/**
 * Parses `12`, `1_000`, `0x10`, `0o17`, `017`, `0b1`; underscores are allowed between digits and after a prefix. Undefined for anything
 * else.
 */
const parseMagnitude = (text: string): bigint | undefined => {
  const [prefix, digits, base] = bases.find(([one]) => one.test(text)) ?? [/^/, /^\d+$/, ''];
  const rest = text.replace(prefix, '');
  const plain = (base === '' ? rest : rest.replace(/^_/, '')).replace(/(?<=[\da-f])_(?=[\da-f])/gi, '');
  return digits.test(plain) ? BigInt(base + plain) : undefined;
};

/** Throws Go's sentence. Beyond 2^53 the number is the nearest that there is. */
export const parseUint = (text: string, bits: 16 | 64): number => {
  const value = parseMagnitude(text);
  if (value === undefined) throw createParseError('ParseUint', text, 'invalid syntax');
  if (value >= 2n ** BigInt(bits)) throw createParseError('ParseUint', text, 'value out of range');
  return Number(value);
};

/** Parses a number with a sign, of 64 bits. */
export const parseInt64 = (text: string): number => {
  const value = parseMagnitude(text.replace(/^[-+]/, ''));
  if (value === undefined) throw createParseError('ParseInt', text, 'invalid syntax');
  const signed = text.startsWith('-') ? -value : value;
  if (signed < -(2n ** 63n) || signed >= 2n ** 63n) throw createParseError('ParseInt', text, 'value out of range');
  return Number(signed);
};
