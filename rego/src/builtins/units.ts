import { compareNumbers, multiply, normalizeNumber, parseRegoNumber, roundNumber, type RegoNumber } from '../values/index.ts';

/** Beyond this power of ten a quantity is not calculated. */
const maxPower = 5000;
const decimalPlaces = 10;
/** The value of 64 bits that is nearest to 0.001, as numerator and denominator. */
const milli = { numerator: 1152921504606847n, denominator: 2n ** 60n };

interface Quantity {
  /** The amount in the syntax of JSON. */
  readonly number: string;
  /** One of `kmgtpe`, or empty, as it was written. */
  readonly letter: string;
  readonly factor: bigint;
}
/** Reads `10Gi`, `5m`, `1.5K`: a number with a decimal or binary unit; undefined for another text. */
function readQuantity(written: string): Quantity | undefined {
  const match = /^([+-]?)([0-9]*)(\.?[0-9]+)((?:[eE][+-]?[0-9]+)?)(?:([kmgtpe])(i?))?$/i.exec(written);
  if (!match) return undefined;
  const [, sign, whole = '', rest = '', power = '', letter = '', binary = ''] = match;
  const amount = (rest.startsWith('.') ? `${whole || '0'}${rest}` : whole + rest).replace(/^0+(?=\d)/, '');
  const exponent = letter === '' ? 0 : 'kmgtpe'.indexOf(letter.toLowerCase()) + 1;
  return {
    number: `${sign === '-' ? '-' : ''}${amount}${power}`,
    letter: letter + binary,
    factor: (binary ? 1024n : 1000n) ** BigInt(exponent),
  };
}

/** A fraction as an integer, or with ten decimal places, rounded half away from zero. */
function formatFraction(numerator: bigint, denominator: bigint): string {
  if (numerator % denominator === 0n) return String(numerator / denominator);
  const scaled = (2n * (numerator < 0n ? -numerator : numerator) * 10n ** BigInt(decimalPlaces) + denominator) / (2n * denominator);
  const digits = String(scaled).padStart(decimalPlaces + 1, '0');
  return `${numerator < 0n ? '-' : ''}${digits.slice(0, -decimalPlaces)}.${digits.slice(-decimalPlaces)}`;
}

/** The value of a quantity such as `10Gi` or `5m`, calculated exactly. */
export function parseUnits(text: string): RegoNumber | undefined {
  const quantity = readQuantity(text.replaceAll('"', ''));
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(quantity?.number ?? '') ?? [];
  if (!quantity || whole.length + fraction.length > maxPower || Math.abs(Number(power)) > maxPower) return undefined;
  const { numerator: times, denominator: by } = quantity.letter === 'm' ? milli : { numerator: quantity.factor, denominator: 1n };
  const shift = Number(power) - fraction.length;
  const amount = BigInt(`${sign}${whole}${fraction}`) * times;
  return parseRegoNumber(
    shift < 0 ? formatFraction(amount, by * 10n ** BigInt(-shift)) : formatFraction(amount * 10n ** BigInt(shift), by),
  );
}

/** The number of bytes of a quantity such as `10GiB`, without a fraction. */
export function parseBytes(text: string): RegoNumber | undefined {
  const quantity = readQuantity(text.replaceAll('"', '').replace(/(?<=[kmgtpe]i?)b$/i, ''));
  const number = quantity && parseRegoNumber(quantity.number);
  if (!quantity || number === undefined) return undefined;
  const bytes = multiply(number, normalizeNumber(quantity.factor));
  return bytes && roundNumber(bytes, compareNumbers(bytes, 0) < 0 ? 'up' : 'down');
}
