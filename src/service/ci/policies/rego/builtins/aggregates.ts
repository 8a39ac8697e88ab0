import { add, compare, isObject, isString, membersOf, multiply, setOf, type Numeric, type Value } from '../values/index.ts';
import { characters, define, list, members, numeric, set, type Builtin } from './builtin.ts';

const count = (value: Value): number => (isString(value) ? characters(value).length : isObject(value) ? value.entries.size : members(value).length);
const fold = (value: Value, start: Numeric, join: (left: Numeric, right: Numeric) => Numeric | undefined) =>
  members(value).reduce<Numeric | undefined>((result, each) => (result === undefined ? undefined : join(result, numeric(each))), start);
const extreme = (value: Value, sign: 1 | -1) =>
  members(value).reduce<Value | undefined>((best, each) => (best === undefined || compare(each, best) * sign > 0 ? each : best), undefined);

export const aggregates: readonly Builtin[] = [
  define('count', 1, ([value]) => count(value)),
  define('sum', 1, ([value]) => fold(value, 0, add)),
  define('product', 1, ([value]) => fold(value, 1, multiply)),
  define('max', 1, ([value]) => extreme(value, 1)),
  define('min', 1, ([value]) => extreme(value, -1)),
  define('sort', 1, ([value]) => [...members(value)].sort(compare)),
  define('union', 1, ([value]) => setOf(membersOf(set(value)).flatMap((each) => membersOf(set(each))))),
  define('intersection', 1, ([value]) => {
    const [first, ...rest] = membersOf(set(value)).map(set);
    return setOf(first ? [...first.members].filter(([key]) => rest.every((each) => each.members.has(key))).map(([, member]) => member) : []);
  }),
  define('array.concat', 2, ([left, right]) => [...list(left), ...list(right)]),
  define('array.reverse', 1, ([value]) => [...list(value)].reverse()),
  define('array.flatten', 1, ([value]) => list(value).flatMap((item) => item)),
  define('array.slice', 3, ([value, from, to]) => {
    const [items, start, end] = [list(value), Math.max(0, Number(numeric(from))), Math.max(0, Number(numeric(to)))];
    return end < start ? [] : items.slice(start, end);
  }),
];
