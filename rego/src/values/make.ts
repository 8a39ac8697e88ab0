import { compareValues } from './compare.ts';
import { keyOf } from './key.ts';
import type { ObjectValue, SetValue, RegoValue } from './value.ts';

/** A set of these members, each once, in order. */
export function setOf(members: Iterable<RegoValue>): SetValue {
  const found = new Map<string, RegoValue>();
  for (const member of members) found.set(keyOf(member), member);
  const sorted = [...found].sort(([, left], [, right]) => compareValues(left, right));
  return { kind: 'set', members: new Map(sorted) };
}

/** An object of these entries, in order; of two entries with one key the later stays. */
export function objectOf(entries: Iterable<readonly [RegoValue, RegoValue]>): ObjectValue {
  const found = new Map<string, readonly [RegoValue, RegoValue]>();
  for (const entry of entries) found.set(keyOf(entry[0]), entry);
  const sorted = [...found].sort(([, [left]], [, [right]]) => compareValues(left, right));
  return { kind: 'object', entries: new Map(sorted) };
}
export const hasMember = (set: SetValue, member: RegoValue): boolean => set.members.has(keyOf(member));
export const getField = (object: ObjectValue, key: RegoValue): RegoValue | undefined => object.entries.get(keyOf(key))?.[1];
export const membersOf = (set: SetValue): readonly RegoValue[] => [...set.members.values()];
export const entriesOf = (object: ObjectValue): readonly (readonly [RegoValue, RegoValue])[] => [...object.entries.values()];
