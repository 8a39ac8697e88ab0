import { entriesOf, membersOf } from './make.ts';
import { isArray, isObject, isSet, type RegoValue } from './value.ts';

/** The members of a collection with their keys: index, key, or the member itself. */
export function keyedMembers(value: RegoValue): readonly (readonly [RegoValue, RegoValue])[] {
  if (isArray(value)) return value.map((item, index) => [index, item] as const);
  if (isSet(value)) return membersOf(value).map((member) => [member, member] as const);
  return isObject(value) ? entriesOf(value) : [];
}
