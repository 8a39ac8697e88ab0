import { add, isNumber, isString, isWhole, normal, readNumber, type Numeric, type Value } from '../values/index.ts';
import { define, numeric, text, whole, mismatch, type Builtin, type Circumstances } from './builtin.ts';

const rounded = (name: string, round: (value: number) => number): Builtin =>
  define(name, 1, ([value]) => { const number = numeric(value); return isWhole(number) ? number : normal(round(Number(number))); });
/** Halves go away from zero. */
const nearest = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

function toNumber(value: Value): Numeric | undefined {
  if (value === null || value === false) return 0;
  if (value === true) return 1;
  return isNumber(value) ? value : isString(value) ? readNumber(value) : undefined;
}

/** From one whole number to another, both included, up or down. */
function range(from: Value, to: Value, step: number, { tick, grow }: Circumstances): readonly Value[] {
  const [start, end] = [whole(from), whole(to)];
  const length = Math.floor(Math.abs(end - start) / step) + 1;
  grow(length);
  tick(length);
  return Array.from({ length }, (_, index) => start + Math.sign(end - start) * step * index);
}

const formats: Readonly<Record<number, number>> = { 2: 2, 8: 8, 10: 10, 16: 16 };
const bits = (name: string, join: (left: bigint, right: bigint) => bigint): Builtin => define(name, 2, ([left, right]) => normal(join(wholeOf(left), wholeOf(right))));
const wholeOf = (value: Value): bigint => { const number = numeric(value); if (!isWhole(number)) throw mismatch; return BigInt(number); };
const shift = (value: Value): bigint => { const by = whole(value); if (by < 0 || by > 4096) throw mismatch; return BigInt(by); };

export const numbers: readonly Builtin[] = [
  define('abs', 1, ([value]) => { const number = numeric(value); return number < 0 ? normal(-number) : number; }),
  rounded('ceil', Math.ceil), rounded('floor', Math.floor), rounded('round', nearest),
  define('to_number', 1, ([value]) => toNumber(value)),
  define('format_int', 2, ([value, base]) => {
    const radix = formats[whole(base)];
    const number = numeric(value);
    return radix === undefined ? undefined : (typeof number === 'bigint' ? number : BigInt(Math.trunc(number))).toString(radix);
  }),
  define('numbers.range', 2, ([from, to], circumstances) => range(from, to, 1, circumstances)),
  define('numbers.range_step', 3, ([from, to, step], circumstances) => (whole(step) < 1 ? undefined : range(from, to, whole(step), circumstances))),
  bits('bits.and', (left, right) => left & right), bits('bits.or', (left, right) => left | right), bits('bits.xor', (left, right) => left ^ right),
  define('bits.negate', 1, ([value]) => normal(~wholeOf(value))),
  define('bits.lsh', 2, ([value, by]) => normal(wholeOf(value) << shift(by))),
  define('bits.rsh', 2, ([value, by]) => normal(wholeOf(value) >> shift(by))),
  define('units.parse', 1, ([value]) => units(text(value), 1000, true)),
  define('units.parse_bytes', 1, ([value]) => units(text(value).replace(/b$/i, ''), 1000, false)),
];

/** `10Gi`, `5m`, `1.5K`: a number and how many thousands or 1024s of it. */
function units(written: string, thousand: number, milli: boolean): Numeric | undefined {
  const found = /^([0-9]*\.?[0-9]+)\s*(?:([kKMmGgTtPpEe])(i?))?$/.exec(written.replaceAll('"', ''));
  const number = found?.[1] === undefined ? undefined : Number(found[1]);
  if (!found || number === undefined) return undefined;
  const letter = found[2] ?? '';
  if (milli && letter === 'm' && !found[3]) return normal(number / 1000);
  const power = letter === '' ? 0 : 'kmgtpe'.indexOf(letter.toLowerCase()) + 1;
  return add(normal(number * (found[3] ? 1024 : thousand) ** power), 0);
}
