import { compare } from './compare.ts';
import { keyOf } from './key.ts';
import type { ObjectValue, SetValue, Value } from './value.ts';

/** A set of these members, each once, in order. */
export function setOf(members: Iterable<Value>): SetValue {
  const found = new Map<string, Value>();
  for (const member of members) found.set(keyOf(member), member);
  const sorted = [...found].sort(([, left], [, right]) => compare(left, right));
  return { kind: 'set', members: new Map(sorted) };
}

/** An object of these entries, in order; of two entries with one key the later stays. */
export function objectOf(entries: Iterable<readonly [Value, Value]>): ObjectValue {
  const found = new Map<string, readonly [Value, Value]>();
  for (const entry of entries) found.set(keyOf(entry[0]), entry);
  const sorted = [...found].sort(([, [left]], [, [right]]) => compare(left, right));
  return { kind: 'object', entries: new Map(sorted) };
}
export const has = (set: SetValue, member: Value): boolean => set.members.has(keyOf(member));
export const fieldOf = (object: ObjectValue, key: Value): Value | undefined => object.entries.get(keyOf(key))?.[1];
export const membersOf = (set: SetValue): readonly Value[] => [...set.members.values()];
export const entriesOf = (object: ObjectValue): readonly (readonly [Value, Value])[] => [...object.entries.values()];
