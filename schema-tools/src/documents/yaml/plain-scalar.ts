const words: ReadonlyMap<string, boolean | null> = new Map([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
]);
const infinite = /^([-+]?)\.(?:inf|Inf|INF)$/;
const notNumber = /^\.(?:nan|NaN|NAN)$/;
/** Digits of each base, after the sign. */
const integers: readonly (readonly [pattern: RegExp, radix: number, prefix: number])[] = [
  [/^0[xX][0-9a-fA-F]+$/, 16, 2],
  [/^0[bB][01]+$/, 2, 2],
  [/^0[oO][0-7]+$/, 8, 2],
  [/^0[0-7]+$/, 8, 1],
];
const decimal = /^(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const maxNumberCharacters = 400;

const parseNumber = (text: string): number | undefined => {
  if (!/^[-+.0-9]/.test(text) || text.length > maxNumberCharacters) return undefined;
  const plain = text.replaceAll('_', '');
  const sign = plain.startsWith('-') ? -1 : 1;
  const digits = /^[-+]/.test(plain) ? plain.slice(1) : plain;
  const found = integers.find(([pattern]) => pattern.test(digits));
  if (found) return sign * Number.parseInt(digits.slice(found[2]), found[1]);
  return decimal.test(digits) ? sign * Number(digits) : undefined;
};

/**
 * The value of an unquoted scalar in YAML 1.1, as Kubernetes reads it: `yes`, `on` and `y` are true, `0120` is 80, `8_080` is a number;
 * `1:30` and dates are texts.
 */
export const resolvePlainScalar = (text: string): unknown => {
  const word = words.get(text);
  if (word !== undefined) return word;
  if (notNumber.test(text)) return Number.NaN;
  const sign = infinite.exec(text);
  if (sign) return sign[1] === '-' ? -Infinity : Infinity;
  return parseNumber(text) ?? text;
};
