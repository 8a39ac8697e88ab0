import type { ResolvedRule } from '../resolve/resolved.ts';
import { equals, keyOf, objectOf, setOf, type Value } from '../values/index.ts';
import { conflict } from './conflict.ts';

/** A set or an object while rules add to it. */
export type Growing = { readonly members: Map<string, Value> } | { readonly entries: Map<string, { readonly key: Value; held: Growing | Value }> };

const isGrowing = (held: Growing | Value): held is Growing => typeof held === 'object' && held !== null && ('members' in held || 'entries' in held) && !('kind' in held);
const empty = (set: boolean): Growing => (set ? { members: new Map() } : { entries: new Map() });
export const startOf = (rule: ResolvedRule): Growing => empty(rule.gives === 'member' && rule.clause.keys.length === 0);

/** Adds what a rule gives: a member of the set, or a value under its keys. */
export function add(start: Growing, rule: ResolvedRule, keys: readonly Value[], value: Value): void {
  const unique = (): never => conflict(rule.file, rule.at, 'object keys must be unique');
  let into = start;
  for (const [index, key] of keys.entries()) {
    if (!('entries' in into)) return unique();
    const [last, set] = [index === keys.length - 1, rule.gives === 'member'];
    const known = into.entries.get(keyOf(key));
    if (last && !set) {
      if (known && (isGrowing(known.held) || !equals(known.held, value))) unique();
      into.entries.set(keyOf(key), { key, held: value });
      return undefined;
    }
    const held: Growing | Value = known ? known.held : empty(last);
    if (!isGrowing(held)) return unique();
    into.entries.set(keyOf(key), { key, held });
    into = held;
  }
  if ('members' in into) into.members.set(keyOf(value), value);
  else unique();
}
export function finished(growing: Growing): Value {
  if ('members' in growing) return setOf(growing.members.values());
  return objectOf([...growing.entries.values()].map(({ key, held }) => [key, isGrowing(held) ? finished(held) : held] as const));
}
