import { typeMismatch } from './builtin.ts';
import { formatGoFloat } from './float-formats.ts';
import { formatNumber, isNumber, isString, formatValue, type RegoValue } from '../values/index.ts';

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

/** Strings and numbers stay what they are, a number by its text; other values are formatted. */
function toFormatArgument(value: RegoValue): FormatArgument {
  if (isString(value)) return { type: 'string', value };
  if (!isNumber(value)) return { type: 'string', value: formatValue(value) };
  const text = formatNumber(value);
  if (/^-?\d+$/.test(text)) return { type: 'int', value: BigInt(text) };
  return Number.isFinite(Number(text)) ? { type: 'float64', value: Number(text) } : { type: 'string', value: text };
}
const radixByVerb: Readonly<Record<string, number>> = { d: 10, v: 10, x: 16, X: 16, o: 8, O: 8, b: 2 };
const prefixByVerb: Readonly<Record<string, string>> = { x: '0x', X: '0X', o: '0', b: '0b' };

/** An integer beyond 64 bits is written in decimal by `%s` too. */
const isBeyondInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) !== value;
const characterOf = (value: bigint): string =>
  value >= 0n && value <= 0x10ffffn && !(value >= 0xd800n && value <= 0xdfffn) ? String.fromCodePoint(Number(value)) : '\uFFFD';

function formatInteger(value: bigint, { verb, flags, precision }: FormatVerb): string | undefined {
  if (verb === 'c') return characterOf(value);
  if (verb === 'q') return `'${characterOf(value)}'`;
  if (verb === 'U') return `U+${value.toString(16).toUpperCase().padStart(4, '0')}`;
  const radix = verb === 's' && isBeyondInt64(value) ? 10 : radixByVerb[verb];
  if (radix === undefined) return undefined;
  const digits = (value < 0n ? -value : value).toString(radix).padStart(precision ?? 0, '0');
  const prefix = verb === 'O' ? '0o' : flags.includes('#') ? (prefixByVerb[verb] ?? '') : '';
  const sign = value < 0n ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  return sign + prefix + (verb === 'X' ? digits.toUpperCase() : digits);
}
/** Refuses more decimal places than JavaScript can write. */
const checkPrecision = (precision: number | undefined): number | undefined => {
  if (precision !== undefined && precision > 100) throw typeMismatch;
  return precision;
};
function formatFloat(value: number, { verb, precision, flags }: FormatVerb): string | undefined {
  const text = formatGoFloat(value, verb, checkPrecision(precision));
  if (text === undefined || text.startsWith('-')) return text;
  return (flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '') + text;
}
const quoteAscii = (text: string): string =>
  JSON.stringify(text).replace(/[^\u0000-\u007f]/gu, (character) => {
    const code = (character.codePointAt(0) as number).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
function formatString(value: string, { verb, precision, flags }: FormatVerb): string | undefined {
  if (verb === 'x' || verb === 'X') {
    const hex = Buffer.from(value).toString('hex');
    return verb === 'X' ? hex.toUpperCase() : hex;
  }
  const cut = precision === undefined ? value : [...value].slice(0, precision).join('');
  if (verb === 'q' && flags.includes('#') && !/[`\u0000-\u0008\u000a-\u001f\u007f]/.test(cut)) return `\`${cut}\``;
  if (verb === 'q') return flags.includes('+') ? quoteAscii(cut) : JSON.stringify(cut);
  if (verb === 'v' && flags.includes('#')) return JSON.stringify(cut);
  return verb === 's' || verb === 'v' ? cut : undefined;
}
/** The name of its type, as texts about a mismatch have it. */
const typeOf = ({ type, value }: FormatArgument): string => (type === 'int' && isBeyondInt64(value) ? '*big.Int' : type);
const formatByType = (argument: FormatArgument, verb: FormatVerb): string | undefined =>
  argument.type === 'string'
    ? formatString(argument.value, verb)
    : argument.type === 'int'
      ? formatInteger(argument.value, verb)
      : formatFloat(argument.value, verb);
function padText(text: string, { width = 0, flags }: FormatVerb, isNumeric: boolean): string {
  const missing = width - [...text].length;
  if (missing <= 0) return text;
  if (flags.includes('-')) return text + ' '.repeat(missing);
  if (!flags.includes('0') || !isNumeric) return (flags.includes('0') ? '0' : ' ').repeat(missing) + text;
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  return sign + '0'.repeat(missing) + text.slice(sign.length);
}

function formatArgument(argument: FormatArgument, verb: FormatVerb): string {
  const isNumeric = argument.type !== 'string';
  if (verb.verb === 'T') return padText(typeOf(argument), verb, isNumeric);
  const text = formatByType(argument, verb);
  if (text !== undefined) return padText(text, verb, isNumeric);
  const plain = padText(formatByType(argument, { ...verb, verb: 'v' }) ?? '', verb, isNumeric);
  return `%!${verb.verb}(${typeOf(argument).replace('*', '')}=${plain})`;
}

interface FormatState {
  readonly values: readonly RegoValue[];
  next: number;
  size: number;
  isReordered: boolean;
}
/** A width or precision: digits, or `*` for the next value. */
function readCount(state: FormatState, text: string | undefined): number | undefined {
  if (text !== '*') return text === undefined ? undefined : Number(text);
  const value = state.values[state.next++];
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}
const verbPattern = /%([-+# 0]*)(\*|\d+)?(\.(?:\*|\d*))?(?:\[(\d+)\])?([\s\S]|$)/gu;

/**
 * Formats values with the verbs `%s %d %v %q %f %x …`. A mismatch is reported in the text, `%!d(string=a)`, as in the reference
 * implementation.
 */
export function sprintf(format: string, values: readonly RegoValue[], grow: (size: number) => void): string {
  const state: FormatState = { values, next: 0, size: 0, isReordered: false };
  const text = format.replace(verbPattern, (_whole, flagText: string, widthText?: string, dot?: string, index?: string, verb?: string) => {
    if (verb === '%') return '%';
    if (!verb) return '%!(NOVERB)';
    const width = readCount(state, widthText);
    const precision = dot === undefined ? undefined : (readCount(state, dot.slice(1) || '0') ?? 0);
    if (index !== undefined) {
      state.next = Number(index) - 1;
      state.isReordered = true;
    }
    const value = values[state.next++];
    if (value === undefined) return index === undefined ? `%!${verb}(MISSING)` : `%!${verb}(BADINDEX)`;
    const argument = toFormatArgument(value);
    const flags = width !== undefined && width < 0 ? `${flagText}-` : flagText;
    const spec: FormatVerb = { flags, verb, width: Math.abs(width ?? 0), ...(precision === undefined ? {} : { precision }) };
    grow(state.size + (spec.width ?? 0) + (argument.type === 'int' ? (precision ?? 0) : 0));
    const result = formatArgument(argument, spec);
    grow((state.size += result.length));
    return result;
  });
  const extra = (state.isReordered ? [] : values.slice(state.next))
    .map(toFormatArgument)
    .map((each) => `${typeOf(each)}=${each.type === 'float64' ? formatGoFloat(each.value, 'v', undefined) : each.value}`);
  return extra.length ? `${text}%!(EXTRA ${extra.join(', ')})` : text;
}
