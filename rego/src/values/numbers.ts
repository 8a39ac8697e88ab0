import {
  addBinaryFloats,
  binaryFloatOf,
  divideBinaryFloats,
  formatBinaryFloat,
  multiplyBinaryFloats,
  negateBinaryFloat,
  truncateBinaryFloat,
  type BinaryFloat,
} from './binary-float.ts';
import type { DecimalValue, RegoValue } from './value.ts';

/** A number: integers beyond 2^53 are bigints; one whose text JavaScript would write in another way keeps its text. */
export type RegoNumber = number | bigint | DecimalValue;

const isDecimal = (value: RegoNumber): value is DecimalValue => typeof value === 'object';

/** The canonical form of a number: an integer is a bigint only when it is not safe as a number. */
export function normalizeNumber(value: number | bigint): number | bigint {
  if (typeof value === 'bigint') return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return BigInt(value);
  return value === 0 ? 0 : value;
}

/** The decimal text, as it was written. */
export const formatNumber = (value: RegoNumber): string => (isDecimal(value) ? value.text : String(value));
/** The nearest number of 64 bits, as JavaScript calculates. */
export const toFloat = (value: RegoNumber): number => (isDecimal(value) ? Number(value.text) : Number(value));

/** A number as sign, digits without zeros at the ends, and power of ten. */
interface DecimalParts {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly exponent: number;
}
function decimalParts(value: RegoNumber): DecimalParts {
  const [, sign, whole = '', fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(
    formatNumber(value),
  ) as RegExpExecArray;
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  return { isNegative: sign === '-', digits, exponent: digits === '' ? 0 : Number(power) - fraction.length + all.length - digits.length };
}

/** Beyond this power of ten numbers are compared and kept, but not calculated with. */
const maxCalculatedPower = 5000;

function toBinaryFloat(value: RegoNumber): BinaryFloat | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return binaryFloatOf(value < 0, BigInt(Math.abs(value)), 0);
  const { isNegative, digits, exponent } = decimalParts(value);
  if (Math.abs(exponent) > maxCalculatedPower || digits.length > maxCalculatedPower) return undefined;
  return binaryFloatOf(isNegative, BigInt(digits), exponent);
}
/** A number from its text in the syntax of JSON. */
function readNumber(text: string): RegoNumber {
  if (/^-?(0|[1-9]\d*)$/.test(text) && text !== '-0') return normalizeNumber(BigInt(text));
  const value = Number(text);
  return !Number.isInteger(value) && String(value) === text ? value : { kind: 'decimal', text };
}
const fromBinaryFloat = (value: BinaryFloat): RegoNumber => readNumber(formatBinaryFloat(value));

const calculate =
  (quick: ((left: number, right: number) => number) | undefined, exact: (left: BinaryFloat, right: BinaryFloat) => BinaryFloat) =>
  (left: RegoNumber, right: RegoNumber): RegoNumber | undefined => {
    if (quick && Number.isSafeInteger(left) && Number.isSafeInteger(right)) {
      const result = quick(left as number, right as number);
      if (Number.isSafeInteger(result)) return result === 0 ? 0 : result;
    }
    const [a, b] = [toBinaryFloat(left), toBinaryFloat(right)];
    return a && b && fromBinaryFloat(exact(a, b));
  };
/** Sums, differences and products are rounded to 64 bits; undefined for numbers that are too large to calculate with. */
export const add = calculate((left, right) => left + right, addBinaryFloats);
export const subtract = calculate(
  (left, right) => left - right,
  (left, right) => addBinaryFloats(left, negateBinaryFloat(right)),
);
export const multiply = calculate((left, right) => left * right, multiplyBinaryFloats);
const divideExactly = calculate(undefined, divideBinaryFloats);

/** Divides; undefined for a division by zero. */
export function divide(left: RegoNumber, right: RegoNumber): RegoNumber | undefined {
  if (decimalParts(right).digits === '') return undefined;
  if (typeof left === 'number' && typeof right === 'number' && Number.isSafeInteger(left) && left % right === 0) {
    const quotient = left / right;
    if (Number.isSafeInteger(quotient)) return quotient === 0 ? 0 : quotient;
  }
  return divideExactly(left, right);
}

/** The integer of a number, rounded to 64 bits as all calculations are; undefined for a fraction. */
export function toBigInt(value: RegoNumber): bigint | undefined {
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  const float = toBinaryFloat(value);
  const truncated = float && truncateBinaryFloat(float);
  return truncated?.isExact ? truncated.integer : undefined;
}
/** The remainder of integers, with the sign of the left one; undefined for other numbers and for zero. */
export function remainder(left: RegoNumber, right: RegoNumber): RegoNumber | undefined {
  const [a, b] = [toBigInt(left), toBigInt(right)];
  return a === undefined || !b ? undefined : normalizeNumber(a % b);
}

/** Rounds to an integer: down, up, or to the nearest with halves away from zero. */
export function roundNumber(value: RegoNumber, direction: 'down' | 'up' | 'nearest'): RegoNumber | undefined {
  if (Number.isSafeInteger(value)) return value;
  const float = toBinaryFloat(value);
  if (!float) return undefined;
  const { integer, isExact } = truncateBinaryFloat(float);
  if (isExact) return normalizeNumber(integer);
  const away = float.isNegative ? -1n : 1n;
  const goesAway =
    direction === 'nearest' ? (float.mantissa >> BigInt(-float.exponent - 1)) % 2n === 1n : (direction === 'up') === !float.isNegative;
  return normalizeNumber(goesAway ? integer + away : integer);
}

/** Compares by value, independent of the texts. */
export function compareNumbers(left: RegoNumber, right: RegoNumber): number {
  if (!isDecimal(left) && !isDecimal(right)) return left < right ? -1 : left > right ? 1 : 0;
  const [a, b] = [decimalParts(left), decimalParts(right)];
  const [leftSign, rightSign] = [a, b].map(({ digits, isNegative }) => (digits === '' ? 0 : isNegative ? -1 : 1)) as [number, number];
  if (leftSign !== rightSign || leftSign === 0) return Math.sign(leftSign - rightSign);
  const power = a.digits.length + a.exponent - (b.digits.length + b.exponent);
  const order = power !== 0 ? Math.sign(power) : a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0;
  return order * leftSign || 0;
}

/** A text that is the same for equal numbers with different texts. */
export function numberKey(value: RegoNumber): string {
  if (Number.isSafeInteger(value)) return String(value);
  const { isNegative, digits, exponent } = decimalParts(value);
  if (digits === '') return '0';
  const isSmallInteger = exponent >= 0 && digits.length + exponent <= 15;
  return `${isNegative ? '-' : ''}${isSmallInteger ? digits + '0'.repeat(exponent) : exponent === 0 ? digits : `${digits}e${exponent}`}`;
}

/** Whether a number has no fraction. */
export const isInteger = (value: RegoNumber): boolean =>
  isDecimal(value) ? decimalParts(value).exponent >= 0 : typeof value === 'bigint' || Number.isInteger(value);

const jsonNumber = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,9})?$/;
/** Parses a number in the syntax of JSON and keeps its text; undefined when it is not valid or too long. */
export const parseRegoNumber = (text: string): RegoNumber | undefined =>
  jsonNumber.test(text) && text.length <= 1000 ? readNumber(text) : undefined;
export const toArrayIndex = (value: RegoValue): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
