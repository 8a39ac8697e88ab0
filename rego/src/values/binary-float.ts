/**
 * Binary floating-point numbers with 64 bits of precision, in which Open Policy Agent calculates. The value is `mantissa` · 2^`exponent`.
 */
export interface BinaryFloat {
  readonly isNegative: boolean;
  readonly mantissa: bigint;
  readonly exponent: number;
}

const precision = 64;
/** Bits of a quotient before it is rounded. */
const quotientBits = precision + 2;

const bitsOfDigit = [0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4];
export function bitLength(value: bigint): number {
  const hex = value.toString(16);
  return (hex.length - 1) * 4 + (bitsOfDigit[Number.parseInt(hex[0] as string, 16)] as number);
}

/** Rounds halves to even. `hasRest`: the exact value is a little larger. */
function roundToPrecision(isNegative: boolean, exact: bigint, exponent: number, hasRest = false): BinaryFloat {
  const shift = bitLength(exact) - precision;
  if (shift <= 0) return { isNegative, mantissa: exact, exponent };
  const half = 1n << BigInt(shift - 1);
  const low = exact & ((half << 1n) - 1n);
  let mantissa = exact >> BigInt(shift);
  if (low > half || (low === half && (hasRest || (mantissa & 1n) === 1n))) mantissa++;
  return { isNegative, mantissa, exponent: exponent + shift };
}

function divideIntegers(isNegative: boolean, left: bigint, right: bigint, exponent: number): BinaryFloat {
  const shift = Math.max(0, quotientBits + bitLength(right) - bitLength(left));
  const shifted = left << BigInt(shift);
  return roundToPrecision(isNegative, shifted / right, exponent - shift, shifted % right !== 0n);
}

/** The number ±`digits` · 10^`exponent`, rounded. */
export const binaryFloatOf = (isNegative: boolean, digits: bigint, exponent: number): BinaryFloat =>
  exponent >= 0
    ? roundToPrecision(isNegative, digits * 10n ** BigInt(exponent), 0)
    : divideIntegers(isNegative, digits, 10n ** BigInt(-exponent), 0);

const signed = ({ isNegative, mantissa }: BinaryFloat): bigint => (isNegative ? -mantissa : mantissa);

export function addBinaryFloats(left: BinaryFloat, right: BinaryFloat): BinaryFloat {
  const exponent = Math.min(left.exponent, right.exponent);
  const sum = (signed(left) << BigInt(left.exponent - exponent)) + (signed(right) << BigInt(right.exponent - exponent));
  return roundToPrecision(sum < 0n, sum < 0n ? -sum : sum, exponent);
}
export const negateBinaryFloat = (value: BinaryFloat): BinaryFloat => ({ ...value, isNegative: !value.isNegative });
export const multiplyBinaryFloats = (left: BinaryFloat, right: BinaryFloat): BinaryFloat =>
  roundToPrecision(left.isNegative !== right.isNegative, left.mantissa * right.mantissa, left.exponent + right.exponent);
/** `right` is not zero. */
export const divideBinaryFloats = (left: BinaryFloat, right: BinaryFloat): BinaryFloat =>
  divideIntegers(left.isNegative !== right.isNegative, left.mantissa, right.mantissa, left.exponent - right.exponent);

/** The integer towards zero, and whether something was cut off. */
export function truncateBinaryFloat(value: BinaryFloat): { readonly integer: bigint; readonly isExact: boolean } {
  const magnitude = signed(value);
  if (value.exponent >= 0) return { integer: magnitude << BigInt(value.exponent), isExact: true };
  const unit = 1n << BigInt(-value.exponent);
  return { integer: magnitude / unit, isExact: magnitude % unit === 0n };
}

/** Digits of a decimal fraction 0.`digits` · 10^`point`. */
interface DecimalDigits {
  readonly digits: string;
  readonly point: number;
}
function exactDigits(mantissa: bigint, exponent: number): DecimalDigits {
  const text = (exponent >= 0 ? mantissa << BigInt(exponent) : mantissa * 5n ** BigInt(-exponent)).toString();
  return { digits: text.replace(/0+$/, ''), point: text.length + Math.min(0, exponent) };
}
function roundUp(digits: string, length: number, point: number): DecimalDigits {
  let end = length;
  while (end > 0 && digits[end - 1] === '9') end--;
  if (end === 0) return { digits: '1', point: point + 1 };
  return { digits: digits.slice(0, end - 1) + String(Number(digits[end - 1]) + 1), point };
}
function roundAt({ digits, point }: DecimalDigits, length: number): DecimalDigits {
  if (length >= digits.length) return { digits, point };
  const isHalf = digits[length] === '5' && length + 1 === digits.length;
  const goesUp = isHalf ? length > 0 && Number(digits[length - 1]) % 2 === 1 : (digits[length] as string) >= '5';
  return goesUp ? roundUp(digits, length, point) : { digits: digits.slice(0, length).replace(/0+$/, ''), point };
}

/** The shortest digits that are parsed as the same number. */
function shortestDigits(value: BinaryFloat): DecimalDigits {
  const shift = precision + 1 - bitLength(value.mantissa);
  const [mantissa, exponent] = [value.mantissa << BigInt(shift), value.exponent - shift];
  const exact = exactDigits(mantissa, exponent);
  const [lower, upper] = [exactDigits(mantissa - 1n, exponent).digits, exactDigits(mantissa + 1n, exponent).digits];
  const isInclusive = (mantissa & 2n) === 0n;
  for (let index = 0; index < exact.digits.length; index++) {
    const [low, digit, high] = [lower[index] ?? '0', exact.digits[index] as string, upper[index] ?? '0'];
    const canRoundDown = low !== digit || (isInclusive && index + 1 === lower.length);
    const canRoundUp = digit !== high && (isInclusive || Number(digit) + 1 < Number(high) || index + 1 < upper.length);
    if (canRoundDown && canRoundUp) return roundAt(exact, index + 1);
    if (canRoundDown) return { digits: exact.digits.slice(0, index + 1), point: exact.point };
    if (canRoundUp) return roundUp(exact.digits, index + 1, exact.point);
  }
  return exact;
}

/** The shortest decimal text: integers in full, other numbers with an exponent from 1e+06 on and below 1e-04. */
export function formatBinaryFloat(value: BinaryFloat): string {
  if (value.mantissa === 0n) return '0';
  const { digits, point } = shortestDigits(value);
  const sign = value.isNegative ? '-' : '';
  const isWhole = truncateBinaryFloat(value).isExact;
  if (isWhole) return sign + digits.padEnd(point, '0');
  const power = point - 1;
  if (power < -4 || power >= 6) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    return `${sign}${digits[0]}${fraction}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
