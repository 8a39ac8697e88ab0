import {
  compareNumbers,
  isNumber,
  isString,
  normalizeNumber,
  parseRegoNumber,
  roundNumber,
  subtract,
  toBigInt,
  type RegoNumber,
  type RegoValue,
} from '../values/index.ts';
import { parseBytes, parseUnits } from './units.ts';
import { defineBuiltin, asNumber, asString, asInteger, typeMismatch, type Builtin, type BuiltinContext } from './builtin.ts';

const defineRounding = (name: string, direction: 'down' | 'up' | 'nearest'): Builtin =>
  defineBuiltin(name, 1, ([value]) => roundNumber(asNumber(value), direction));

/** Numbers beyond those of 64 bits are not read. */
const parseFiniteNumber = (text: string): RegoNumber | undefined => (Number.isFinite(Number(text)) ? parseRegoNumber(text) : undefined);
function toNumber(value: RegoValue): RegoNumber | undefined {
  if (value === null || value === false) return 0;
  if (value === true) return 1;
  return isNumber(value) ? value : isString(value) ? parseFiniteNumber(value) : undefined;
}

/** The integers from one to another, inclusive, ascending or descending. */
function numberRange(from: RegoValue, to: RegoValue, step: bigint, { tick, checkSize: grow }: BuiltinContext): readonly RegoValue[] {
  const [start, end] = [asBigInt(from), asBigInt(to)];
  const length = Number((end > start ? end - start : start - end) / step) + 1;
  grow(length);
  tick(length);
  const stride = end > start ? step : -step;
  return Array.from({ length }, (_, index) => normalizeNumber(start + stride * BigInt(index)));
}

const radixes: Readonly<Record<number, number>> = { 2: 2, 8: 8, 10: 10, 16: 16 };
const defineBitwise = (name: string, join: (left: bigint, right: bigint) => bigint): Builtin =>
  defineBuiltin(name, 2, ([left, right]) => normalizeNumber(join(asBigInt(left), asBigInt(right))));
const asBigInt = (value: RegoValue): bigint => {
  const integer = toBigInt(asNumber(value));
  if (integer === undefined) throw typeMismatch;
  return integer;
};
const asShift = (value: RegoValue): bigint => {
  const by = asBigInt(value);
  if (by < 0n || by > 4096n) throw typeMismatch;
  return by;
};

export const numberBuiltins: readonly Builtin[] = [
  defineBuiltin('abs', 1, ([value]) => (compareNumbers(asNumber(value), 0) <= 0 ? subtract(0, asNumber(value)) : value)),
  defineRounding('ceil', 'up'),
  defineRounding('floor', 'down'),
  defineRounding('round', 'nearest'),
  defineBuiltin('to_number', 1, ([value]) => toNumber(value)),
  defineBuiltin('format_int', 2, ([value, base]) => {
    const radix = radixes[asInteger(base)];
    const number = roundNumber(asNumber(value), compareNumbers(asNumber(value), 0) < 0 ? 'up' : 'down');
    return radix === undefined || number === undefined ? undefined : asBigInt(number).toString(radix);
  }),
  defineBuiltin('numbers.range', 2, ([from, to], context) => numberRange(from, to, 1n, context)),
  defineBuiltin('numbers.range_step', 3, ([from, to, step], context) =>
    asInteger(step) < 1 ? undefined : numberRange(from, to, BigInt(asInteger(step)), context),
  ),
  defineBitwise('bits.and', (left, right) => left & right),
  defineBitwise('bits.or', (left, right) => left | right),
  defineBitwise('bits.xor', (left, right) => left ^ right),
  defineBuiltin('bits.negate', 1, ([value]) => normalizeNumber(~asBigInt(value))),
  defineBuiltin('bits.lsh', 2, ([value, by]) => normalizeNumber(asBigInt(value) << asShift(by))),
  defineBuiltin('bits.rsh', 2, ([value, by]) => normalizeNumber(asBigInt(value) >> asShift(by))),
  defineBuiltin('units.parse', 1, ([value]) => parseUnits(asString(value))),
  defineBuiltin('units.parse_bytes', 1, ([value]) => parseBytes(asString(value))),
];
