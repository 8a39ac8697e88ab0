import { add, compareValues, isObject, isString, membersOf, multiply, setOf, type RegoNumber, type RegoValue } from '../values/index.ts';
import { splitCharacters, defineBuiltin, asArray, asInteger, asMembers, asNumber, asSet, type Builtin } from './builtin.ts';

const countMembers = (value: RegoValue): number =>
  isString(value) ? splitCharacters(value).length : isObject(value) ? value.entries.size : asMembers(value).length;
const foldNumbers = (value: RegoValue, start: RegoNumber, join: (left: RegoNumber, right: RegoNumber) => RegoNumber | undefined) =>
  asMembers(value).reduce<RegoNumber | undefined>(
    (result, each) => (result === undefined ? undefined : join(result, asNumber(each))),
    start,
  );
const findExtreme = (value: RegoValue, sign: 1 | -1) =>
  asMembers(value).reduce<RegoValue | undefined>(
    (best, each) => (best === undefined || compareValues(each, best) * sign > 0 ? each : best),
    undefined,
  );

export const aggregateBuiltins: readonly Builtin[] = [
  defineBuiltin('count', 1, ([value]) => countMembers(value)),
  defineBuiltin('sum', 1, ([value]) => foldNumbers(value, 0, add)),
  defineBuiltin('product', 1, ([value]) => foldNumbers(value, 1, multiply)),
  defineBuiltin('max', 1, ([value]) => findExtreme(value, 1)),
  defineBuiltin('min', 1, ([value]) => findExtreme(value, -1)),
  defineBuiltin('sort', 1, ([value]) => [...asMembers(value)].sort(compareValues)),
  defineBuiltin('union', 1, ([value]) => setOf(membersOf(asSet(value)).flatMap((each) => membersOf(asSet(each))))),
  defineBuiltin('intersection', 1, ([value]) => {
    const [first, ...rest] = membersOf(asSet(value)).map(asSet);
    return setOf(
      first ? [...first.members].filter(([key]) => rest.every((each) => each.members.has(key))).map(([, member]) => member) : [],
    );
  }),
  defineBuiltin('array.concat', 2, ([left, right]) => [...asArray(left), ...asArray(right)]),
  defineBuiltin('array.reverse', 1, ([value]) => [...asArray(value)].reverse()),
  defineBuiltin('array.flatten', 1, ([value]) => asArray(value).flatMap((item) => item)),
  defineBuiltin('array.slice', 3, ([value, from, to]) => {
    const [items, start, end] = [asArray(value), Math.max(0, asInteger(from)), Math.max(0, asInteger(to))];
    return end < start ? [] : items.slice(start, end);
  }),
];
