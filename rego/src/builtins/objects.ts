import {
  toArrayIndex,
  entriesOf,
  isEqual,
  getField,
  hasMember,
  isArray,
  isObject,
  isSet,
  membersOf,
  objectOf,
  setOf,
  sizeOf,
  type ObjectValue,
  type RegoValue,
} from '../values/index.ts';
import { defineBuiltin, asArray, asMembers, asObject, type Builtin } from './builtin.ts';
import { patchJson } from './json-patch.ts';
import { filterPaths, removePaths } from './json-paths.ts';

/** The child of a value: a field, an item or a member. */
export function getChild(value: RegoValue, step: RegoValue): RegoValue | undefined {
  if (isObject(value)) return getField(value, step);
  if (isArray(value)) {
    const index = toArrayIndex(step);
    return index === undefined ? undefined : value[index];
  }
  return isSet(value) && hasMember(value, step) ? step : undefined;
}

/** Merges objects recursively; for other values the right one wins. */
export function mergeObjects(left: RegoValue, right: RegoValue): RegoValue {
  if (!isObject(left) || !isObject(right)) return right;
  return objectOf([
    ...entriesOf(left),
    ...entriesOf(right).map(([key, value]) => {
      const before = getField(left, key);
      return [key, before === undefined ? value : mergeObjects(before, value)] as const;
    }),
  ]);
}

const keysOf = (value: RegoValue): readonly RegoValue[] => (isObject(value) ? entriesOf(value).map(([key]) => key) : asMembers(value));
const selectKeys = (from: ObjectValue, keys: RegoValue, keepNamed: boolean): ObjectValue => {
  const named = setOf(keysOf(keys));
  return objectOf(entriesOf(from).filter(([key]) => hasMember(named, key) === keepNamed));
};

/** Whether `part` is contained in `whole`; an array contains another as consecutive items. */
/** Objects, sets and arrays inside are compared as subsets; other values have to be equal. */
function containsPart(whole: RegoValue, part: RegoValue): boolean {
  return isObject(whole) || isSet(whole) || isArray(whole) ? (isSubset(whole, part) ?? false) : isEqual(whole, part);
}
const isSubarray = (whole: readonly RegoValue[], part: readonly RegoValue[]): boolean =>
  part.length === 0 ||
  whole.some((_, from) =>
    part.every((item, index) => {
      const held = whole[from + index];
      return held !== undefined && isEqual(held, item);
    }),
  );
/** undefined: the two cannot be compared. */
function isSubset(whole: RegoValue, part: RegoValue): boolean | undefined {
  if (isObject(whole) && isObject(part))
    return entriesOf(part).every(([key, value]) => {
      const child = getField(whole, key);
      return child !== undefined && containsPart(child, value);
    });
  if (isSet(whole) && isSet(part)) return membersOf(part).every((member) => hasMember(whole, member));
  if (isArray(whole) && isSet(part)) {
    const held = setOf(whole);
    return membersOf(part).every((member) => hasMember(held, member));
  }
  return isArray(whole) && isArray(part) ? isSubarray(whole, part) : undefined;
}

export const objectBuiltins: readonly Builtin[] = [
  defineBuiltin('object.get', 3, ([from, key, defaultValue]) => {
    const path = isArray(key) ? key : [key];
    const found = path.reduce<RegoValue | undefined>(
      (value, step) => (value === undefined ? undefined : getChild(value, step)),
      isArray(key) ? from : asObject(from),
    );
    // A member with the value null exists.
    return found === undefined ? defaultValue : found;
  }),
  defineBuiltin('object.keys', 1, ([value]) => setOf(keysOf(asObject(value)))),
  defineBuiltin('object.remove', 2, ([from, keys]) => selectKeys(asObject(from), keys, false)),
  defineBuiltin('object.filter', 2, ([from, keys]) => selectKeys(asObject(from), keys, true)),
  defineBuiltin('object.union', 2, ([left, right]) => mergeObjects(asObject(left), asObject(right))),
  defineBuiltin('object.union_n', 1, ([all]) => asArray(all).map(asObject).reduce<RegoValue>(mergeObjects, objectOf([]))),
  defineBuiltin('object.subset', 2, ([whole, part], { tick }) => {
    if (isArray(whole) && isArray(part)) tick((whole.length * part.length) >> 3);
    return isSubset(whole, part);
  }),
  defineBuiltin('json.patch', 2, ([document, operations], { tick }) => {
    tick(asArray(operations).length * (sizeOf(document) >> 4));
    return patchJson(document, operations);
  }),
  defineBuiltin('json.filter', 2, ([from, paths]) => filterPaths(asObject(from), asMembers(paths))),
  defineBuiltin('json.remove', 2, ([from, paths]) => removePaths(asObject(from), asMembers(paths))),
];
