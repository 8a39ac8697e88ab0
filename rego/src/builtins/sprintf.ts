import { typeMismatch } from './builtin.ts';
import { isNumber, isString, isInteger, formatValue, type RegoNumber, type RegoValue } from '../values/index.ts';

type FormatArgument =
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'int'; readonly value: bigint }
  | { readonly type: 'float64'; readonly value: number };
interface FormatVerb {
  readonly flags: string;
  readonly width?: number;
  readonly precision?: number;
  readonly verb: string;
}

/** Strings and numbers stay what they are; other values are formatted. */
function toFormatArgument(value: RegoValue): FormatArgument {
  if (isString(value)) return { type: 'string', value };
  if (!isNumber(value)) return { type: 'string', value: formatValue(value) };
  return isInteger(value as RegoNumber) ? { type: 'int', value: BigInt(value) } : { type: 'float64', value: value as number };
}
const formatPlainFloat = (value: number): string =>
  padExponent(Math.abs(value) >= 1e21 || Math.abs(value) < 1e-4 ? value.toExponential() : String(value));
/** Pads exponents to two digits. */
const padExponent = (text: string): string => text.replace(/e([+-])(\d)$/, 'e$10$2');
const radixByVerb: Readonly<Record<string, number>> = { d: 10, x: 16, X: 16, o: 8, b: 2 };

/** An integer beyond 64 bits is written in decimal by `%s` too. */
const isBeyondInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) !== value;
function formatInteger(value: bigint, spec: FormatVerb): string | undefined {
  const { verb, flags } = spec;
  if (/[feg]/i.test(verb)) return formatFloat(Number(value), spec);
  const base = radixByVerb[verb === 'v' || (verb === 's' && isBeyondInt64(value)) ? 'd' : verb];
  if (verb === 'c') return value >= 0n && value <= 0x10ffffn ? String.fromCodePoint(Number(value)) : '\uFFFD';
  if (verb === 'q') return `'${String.fromCodePoint(Number(value) & 0xffff)}'`;
  if (base === undefined) return undefined;
  const digits = (value < 0n ? -value : value).toString(base);
  const prefix = flags.includes('#') ? (({ x: '0x', X: '0X', o: '0' } as Record<string, string>)[verb] ?? '') : '';
  return `${value < 0n ? '-' : flags.includes('+') ? '+' : ''}${prefix}${verb === 'X' ? digits.toUpperCase() : digits}`;
}
/** Refuses more decimal places than JavaScript can write. */
const checkPrecision = (precision: number): number => {
  if (precision > 100) throw typeMismatch;
  return precision;
};
/** Formats with decimal places; halves round to even, unlike JavaScript's `toFixed`. */
function formatFixed(value: number, precision: number): string {
  const [exact, before] = [value * 2 ** (precision + 1), value * 2 ** precision];
  if (!Number.isInteger(exact) || Number.isInteger(before)) return value.toFixed(precision);
  const lower = Math.floor(Math.abs(value) * 10 ** precision);
  return (value < 0 ? '-' : '') + ((lower % 2 === 0 ? lower : lower + 1) / 10 ** precision).toFixed(precision);
}
function formatFloat(value: number, { verb, precision, flags }: FormatVerb): string | undefined {
  const sign = value >= 0 && flags.includes('+') ? '+' : '';
  if (verb === 'f' || verb === 'F') return sign + formatFixed(value, checkPrecision(precision ?? 6));
  if (verb === 'e' || verb === 'E') {
    const text = padExponent(value.toExponential(checkPrecision(precision ?? 6)));
    return sign + (verb === 'E' ? text.toUpperCase() : text);
  }
  if (verb === 'v' || verb === 'g' || verb === 'G')
    return (
      sign +
      (precision === undefined ? formatPlainFloat(value) : padExponent(String(Number(value.toPrecision(checkPrecision(precision || 1))))))
    );
  return undefined;
}
function formatString(value: string, { verb, precision }: FormatVerb): string | undefined {
  if (verb === 'q') return JSON.stringify(value);
  if (verb === 'x' || verb === 'X') {
    const hex = Buffer.from(value).toString('hex');
    return verb === 'X' ? hex.toUpperCase() : hex;
  }
  if (verb !== 's' && verb !== 'v') return undefined;
  return precision === undefined ? value : [...value].slice(0, precision).join('');
}
function formatArgument(argument: FormatArgument, verb: FormatVerb): string {
  const text =
    argument.type === 'string'
      ? formatString(argument.value, verb)
      : argument.type === 'int'
        ? formatInteger(argument.value, verb)
        : formatFloat(argument.value, verb);
  return text ?? `%!${verb.verb}(${argument.type}=${argument.type === 'float64' ? formatPlainFloat(argument.value) : argument.value})`;
}
function padText(text: string, { width = 0, flags }: FormatVerb, numeric: boolean): string {
  const missing = width - [...text].length;
  if (missing <= 0) return text;
  if (flags.includes('-')) return text + ' '.repeat(missing);
  if (!flags.includes('0') || !numeric) return (flags.includes('0') ? '0' : ' ').repeat(missing) + text;
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  return sign + '0'.repeat(missing) + text.slice(sign.length);
}

/**
 * Formats values with the verbs `%s %d %v %q %f %x …`. A mismatch is reported in the text, `%!d(string=a)`, as in the reference
 * implementation.
 */
export function sprintf(format: string, values: readonly RegoValue[], grow: (size: number) => void): string {
  let [next, size, indexed] = [0, 0, false];
  const text = format.replace(
    /%([-+# 0]*)(\d+)?(?:\.(\d*))?(?:\[(\d+)\])?([\s\S]|$)/gu,
    (_whole, flags: string, width: string | undefined, precision: string | undefined, index: string | undefined, verb: string) => {
      if (verb === '%') return '%';
      if (verb === '') return '%!(NOVERB)';
      if (index !== undefined) {
        next = Number(index) - 1;
        indexed = true;
      }
      const value = values[next++];
      if (value === undefined) return index === undefined ? `%!${verb}(MISSING)` : `%!${verb}(BADINDEX)`;
      const argument = toFormatArgument(value);
      const spec: FormatVerb = {
        flags,
        verb,
        ...(width === undefined ? {} : { width: Number(width) }),
        ...(precision === undefined ? {} : { precision: Number(precision || 0) }),
      };
      grow(size + (spec.width ?? 0));
      const result = padText(formatArgument(argument, spec), spec, argument.type !== 'string');
      grow((size += result.length));
      return result;
    },
  );
  const extra = (indexed ? [] : values.slice(next)).map(toFormatArgument).map(({ type, value }) => `${type}=${value}`);
  return extra.length ? `${text}%!(EXTRA ${extra.join(', ')})` : text;
}
