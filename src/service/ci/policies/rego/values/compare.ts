import { isArray, isNumber, isObject, isSet, type ObjectValue, type SetValue, type Value } from './value.ts';

const rank = (value: Value): number => {
  if (value === null) return 0;
  if (typeof value === 'boolean') return 1;
  if (isNumber(value)) return 2;
  if (typeof value === 'string') return 3;
  if (isArray(value)) return 4;
  return isObject(value) ? 5 : 6;
};

/** Strings are ordered by code point, as their UTF-8 bytes are; JavaScript's own order differs above U+FFFF. */
export function compareStrings(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  for (let index = 0; index < end; index++) {
    let [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (a === b) continue;
    if (a >= 0xd800 && b >= 0xd800) {
      a = a >= 0xe000 ? a - 0x800 : a + 0x2000;
      b = b >= 0xe000 ? b - 0x800 : b + 0x2000;
    }
    return a < b ? -1 : 1;
  }
  return Math.sign(left.length - right.length);
}

function compareLists(left: readonly Value[], right: readonly Value[]): number {
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = compare(left[index] as Value, right[index] as Value);
    if (order !== 0) return order;
  }
  return Math.sign(left.length - right.length);
}

const listed = (value: SetValue | ObjectValue): readonly Value[] =>
  value.kind === 'set' ? [...value.members.values()] : [...value.entries.values()].flat() as Value[];

/**
 * The total order of values: null, booleans, numbers, strings, arrays, objects, sets. Arrays and sets compare member
 * by member, objects entry by entry (key, then value); of two where one begins the other, the shorter comes first.
 */
export function compare(left: Value, right: Value): number {
  if (left === right) return 0;
  const [a, b] = [rank(left), rank(right)];
  if (a !== b) return a < b ? -1 : 1;
  if (typeof left === 'string') return compareStrings(left, right as string);
  if (isArray(left)) return compareLists(left, right as readonly Value[]);
  if (isObject(left) || isSet(left)) return compareLists(listed(left), listed(right as SetValue | ObjectValue));
  return (left as number) < (right as number) ? -1 : (left as number) > (right as number) ? 1 : 0;
}
export const equals = (left: Value, right: Value): boolean => compare(left, right) === 0;
