import { compareValues } from './compare.ts';
import { keyOf } from './key.ts';
import type { ObjectValue, SetValue, RegoValue } from './value.ts';

/** Creates a set: members are unique and sorted. */
export function setOf(members: Iterable<RegoValue>): SetValue {
  const byKey = new Map<string, RegoValue>();
  for (const member of members) byKey.set(keyOf(member), member);
  const sorted = [...byKey].sort(([, left], [, right]) => compareValues(left, right));
  return { kind: 'set', members: new Map(sorted) };
}

/** Creates an object: entries are sorted; of two with the same key the later one wins. */
export function objectOf(entries: Iterable<readonly [RegoValue, RegoValue]>): ObjectValue {
  const byKey = new Map<string, readonly [RegoValue, RegoValue]>();
  for (const entry of entries) byKey.set(keyOf(entry[0]), entry);
  const sorted = [...byKey].sort(([, [left]], [, [right]]) => compareValues(left, right));
  return { kind: 'object', entries: new Map(sorted) };
}
export const hasMember = (set: SetValue, member: RegoValue): boolean => set.members.has(keyOf(member));
export const getField = (object: ObjectValue, key: RegoValue): RegoValue | undefined => object.entries.get(keyOf(key))?.[1];
export const membersOf = (set: SetValue): readonly RegoValue[] => [...set.members.values()];
export const entriesOf = (object: ObjectValue): readonly (readonly [RegoValue, RegoValue])[] => [...object.entries.values()];
