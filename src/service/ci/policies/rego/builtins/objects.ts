import { asIndex, entriesOf, equals, fieldOf, has, isArray, isObject, isSet, membersOf, objectOf, setOf, type ObjectValue, type Value } from '../values/index.ts';
import { define, list, members, object, type Builtin } from './builtin.ts';
import { filtered, removed } from './paths.ts';

/** One step into a value: a field, an item, a member. */
export function stepInto(value: Value, step: Value): Value | undefined {
  if (isObject(value)) return fieldOf(value, step);
  if (isArray(value)) { const index = asIndex(step); return index === undefined ? undefined : value[index]; }
  return isSet(value) && has(value, step) ? step : undefined;
}

/** Objects in both are merged, in everything else the right stands. */
function merged(left: Value, right: Value): Value {
  if (!isObject(left) || !isObject(right)) return right;
  return objectOf([...entriesOf(left), ...entriesOf(right).map(([key, value]) => { const before = fieldOf(left, key); return [key, before === undefined ? value : merged(before, value)] as const; })]);
}

const keysIn = (value: Value): readonly Value[] => (isObject(value) ? entriesOf(value).map(([key]) => key) : members(value));
const kept = (from: ObjectValue, keys: Value, stay: boolean): ObjectValue => {
  const named = setOf(keysIn(keys));
  return objectOf(entriesOf(from).filter(([key]) => has(named, key) === stay));
};

/** Whether everything of `part` is in `whole`; an array holds another as a run of its items. */
function covers(whole: Value, part: Value): boolean {
  if (isObject(whole) && isObject(part)) return entriesOf(part).every(([key, value]) => { const held = fieldOf(whole, key); return held !== undefined && (isObject(held) && isObject(value) ? covers(held, value) : equals(held, value)); });
  if (isSet(whole) && isSet(part)) return membersOf(part).every((member) => has(whole, member));
  if (isArray(whole) && isSet(part)) { const held = setOf(whole); return membersOf(part).every((member) => has(held, member)); }
  if (isArray(whole) && isArray(part)) return whole.some((_, from) => part.every((item, index) => { const held = whole[from + index]; return held !== undefined && equals(held, item); })) || part.length === 0;
  return false;
}

export const objects: readonly Builtin[] = [
  define('object.get', 3, ([from, key, otherwise]) => {
    const path = isArray(key) ? key : [key];
    return path.reduce<Value | undefined>((value, step) => (value === undefined ? undefined : stepInto(value, step)), isArray(key) ? from : object(from)) ?? otherwise;
  }),
  define('object.keys', 1, ([value]) => setOf(keysIn(object(value)))),
  define('object.remove', 2, ([from, keys]) => kept(object(from), keys, false)),
  define('object.filter', 2, ([from, keys]) => kept(object(from), keys, true)),
  define('object.union', 2, ([left, right]) => merged(object(left), object(right))),
  define('object.union_n', 1, ([all]) => list(all).map(object).reduce<Value>(merged, objectOf([]))),
  define('object.subset', 2, ([whole, part], { tick }) => { if (isArray(whole) && isArray(part)) tick(whole.length * part.length >> 3); return covers(whole, part); }),
  define('json.filter', 2, ([from, paths]) => filtered(object(from), members(paths))),
  define('json.remove', 2, ([from, paths]) => removed(object(from), members(paths))),
];
