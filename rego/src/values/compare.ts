import { compareNumbers, type RegoNumber } from './numbers.ts';
import { isArray, isNumber, isObject, isSet, type ObjectValue, type SetValue, type RegoValue } from './value.ts';

const typeRank = (value: RegoValue): number => {
  if (value === null) return 0;
  if (typeof value === 'boolean') return 1;
  if (isNumber(value)) return 2;
  if (typeof value === 'string') return 3;
  if (isArray(value)) return 4;
  return isObject(value) ? 5 : 6;
};

/** Compares strings by code point, like their UTF-8 bytes; JavaScript's order differs above U+FFFF. */
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

function compareLists(left: readonly RegoValue[], right: readonly RegoValue[]): number {
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = compareValues(left[index] as RegoValue, right[index] as RegoValue);
    if (order !== 0) return order;
  }
  return Math.sign(left.length - right.length);
}

const orderedMembers = (value: SetValue | ObjectValue): readonly RegoValue[] =>
  value.kind === 'set' ? [...value.members.values()] : ([...value.entries.values()].flat() as RegoValue[]);

/**
 * The total order of values: null, booleans, numbers, strings, arrays, objects, sets. Arrays and sets compare member by member,
 * objects entry by entry (key, then value); a prefix comes first.
 */
export function compareValues(left: RegoValue, right: RegoValue): number {
  if (left === right) return 0;
  const [a, b] = [typeRank(left), typeRank(right)];
  if (a !== b) return a < b ? -1 : 1;
  if (typeof left === 'string') return compareStrings(left, right as string);
  if (isArray(left)) return compareLists(left, right as readonly RegoValue[]);
  if (isObject(left) || isSet(left)) return compareLists(orderedMembers(left), orderedMembers(right as SetValue | ObjectValue));
  if (isNumber(left)) return compareNumbers(left, right as RegoNumber);
  return (left as boolean) < (right as boolean) ? -1 : (left as boolean) > (right as boolean) ? 1 : 0;
}
export const isEqual = (left: RegoValue, right: RegoValue): boolean => compareValues(left, right) === 0;
