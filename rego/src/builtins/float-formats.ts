/** Pads exponents to two digits. */
const padExponent = (text: string): string => text.replace(/e([+-])(\d)$/, 'e$10$2');

/** Formats with decimal places; halves round to even, unlike JavaScript's `toFixed`, which also changes its form from 1e21 on. */
function formatFixed(value: number, precision: number): string {
  if (Math.abs(value) >= 1e21) return BigInt(value).toString() + (precision ? `.${'0'.repeat(precision)}` : '');
  const [exact, before] = [value * 2 ** (precision + 1), value * 2 ** precision];
  if (!Number.isInteger(exact) || Number.isInteger(before)) return value.toFixed(precision);
  const lower = Math.floor(Math.abs(value) * 10 ** precision);
  return (value < 0 ? '-' : '') + ((lower % 2 === 0 ? lower : lower + 1) / 10 ** precision).toFixed(precision);
}
/** `%g`: without trailing zeros; with an exponent below 1e-4 and from the precision on, or from 1e6 on without a precision. */
function formatGeneral(value: number, precision: number | undefined): string {
  if (precision === undefined) {
    const size = Math.abs(value);
    return size >= 1e6 || (size < 1e-4 && size !== 0) ? value.toExponential() : String(size === 0 ? 0 : value);
  }
  const text = value.toExponential(Math.max(precision, 1) - 1);
  const power = Number(text.split('e')[1]);
  const digits = text.split('e')[0]?.replace(/\.?0+$/, '') ?? '';
  return power < -4 || power >= Math.max(precision, 1) ? `${digits}e${power < 0 ? '-' : '+'}${Math.abs(power)}` : String(Number(text));
}

/** A number by a verb of Go's `fmt`; undefined for a verb that is not for numbers with a fraction. */
export function formatGoFloat(value: number, verb: string, precision: number | undefined): string | undefined {
  const sign = Object.is(value, -0) ? '-' : '';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  switch (verb) {
    case 'f':
    case 'F':
      return sign + formatFixed(value, precision ?? 6);
    case 'e':
    case 'E': {
      const text = padExponent(value.toExponential(precision ?? 6));
      return sign + (verb === 'E' ? text.toUpperCase() : text);
    }
    case 'v':
    case 'g':
      return sign + padExponent(formatGeneral(value, precision));
    case 'G':
      return sign + padExponent(formatGeneral(value, precision)).toUpperCase();
    default:
      return undefined;
  }
}
