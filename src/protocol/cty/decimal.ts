/**
 * Numbers of the engine have 512 bits, numbers here 53. One rule keeps both honest: a JavaScript number means the
 * shortest decimal that prints it (0.1 is one tenth, not its nearest float64); every other number is a decimal string.
 */
const decimalPattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Sign, digits without zeros at either end, and the power of ten behind the last digit; undefined when it is no number. */
const canonical = (text: string): string | undefined => {
  const [, sign, whole, part = '', power] = decimalPattern.exec(text) ?? [];
  if (whole === undefined || whole + part === '') return undefined;
  const digits = (whole + part).replace(/^0+/, '');
  const privateState = trimTrailingZeros(digits);
  if (privateState === '') return '0';
  return `${sign === '-' ? '-' : ''}${privateState}e${Number(power ?? 0) - part.length + digits.length - privateState.length}`;
};

/** Removes trailing zeros. Not a regular expression: /0+$/ takes quadratic time over zeros that are followed by something else. */
const trimTrailingZeros = (digits: string): string => {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
};

export const isDecimal = (text: string): boolean => canonical(text) !== undefined;

/** The number when it means exactly this decimal, else the decimal itself. */
export const parseDecimal = (text: string): number | string => {
  const number = Number(text);
  return Number.isFinite(number) && canonical(text) === canonical(String(number)) ? number : text;
};

/** All digits of what a finite float64 holds: 2^-30 is 0.000000000931322574615478515625. */
export const exactDecimal = (value: number): string => {
  if (Number.isInteger(value)) return BigInt(value).toString();
  let power = 0;
  let scaled = Math.abs(value);
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    power++;
  }
  const digits = (BigInt(scaled) * 5n ** BigInt(power)).toString().padStart(power + 1, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -power)}.${digits.slice(-power)}`;
};

/** A float64 from the wire, with all of its digits. */
export const fromFloat = (value: number): number | string =>
  Number.isSafeInteger(value) || !Number.isFinite(value) ? value : parseDecimal(exactDecimal(value));
