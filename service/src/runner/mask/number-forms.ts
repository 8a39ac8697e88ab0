import { minSecretLength } from './min-secret-length.ts';

const numberPattern = /^([+-]?)(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/;

/** A number without exponent and without insignificant zeros, as the engine prints numbers. */
const toDecimal = (whole: string, fraction: string, exponent: number): string => {
  const digits = whole + fraction;
  const point = whole.length + exponent;
  const padded = point > digits.length ? digits.padEnd(point, '0') : '0'.repeat(Math.max(0, -point)) + digits;
  const at = Math.max(0, point);
  const [before, after] = [padded.slice(0, at).replace(/^0+/, ''), padded.slice(at).replace(/0+$/, '')];
  return `${before === '' ? '0' : before}${after === '' ? '' : `.${after}`}`;
};

/** The exponent with at least two digits, as programs in Go, C and Python write it. */
const toTwoDigits = (text: string): string => text.replace(/e([+-])(\d)$/, 'e$10$2');

/**
 * The forms in which a number is printed, without its sign: `0.50` and `0.5`, `1e6` and `1000000`; with several digits also with an
 * exponent. Empty for a text that is not a number.
 */
export const listNumberForms = (text: string): readonly string[] => {
  const [matched, , whole = '', fraction = '', exponent = '0'] = numberPattern.exec(text.trim()) ?? [];
  if (matched === undefined) return [];
  const decimal = toDecimal(whole, fraction, Number(exponent));
  const scientific = Number(decimal).toExponential();
  const written = [matched.replace(/^[+-]/, ''), decimal, String(Number(decimal))];
  return [...new Set([...written, ...(decimal.length < minSecretLength ? [] : [scientific, toTwoDigits(scientific)])])];
};

/** A secret in the form of a JSON number, without its sign; undefined: it is not a number, or too short to be masked. */
export const toSecretNumber = (text: string): number | undefined => {
  const [written = '', decimal = written] = listNumberForms(text);
  return decimal.length < minSecretLength ? undefined : Number(decimal);
};
