import type { ResolvedRule } from '../resolve/resolved.ts';
import { isEqual, keyOf, objectOf, setOf, type RegoValue } from '../values/index.ts';
import { throwConflict } from './conflict.ts';

/** A set or an object while rules add to it. */
export type PartialResult =
  | { readonly members: Map<string, RegoValue> }
  | { readonly entries: Map<string, { readonly key: RegoValue; held: PartialResult | RegoValue }> };

const isPartialResult = (held: PartialResult | RegoValue): held is PartialResult =>
  typeof held === 'object' && held !== null && ('members' in held || 'entries' in held) && !('kind' in held);
const emptyPartialResult = (set: boolean): PartialResult => (set ? { members: new Map() } : { entries: new Map() });
export const startPartialResult = (rule: ResolvedRule): PartialResult =>
  emptyPartialResult(rule.produces === 'member' && rule.clause.keys.length === 0);

/** Adds what a rule gives: a member of the set, or a value under its keys. */
export function addToPartialResult(start: PartialResult, rule: ResolvedRule, keys: readonly RegoValue[], value: RegoValue): void {
  const unique = (): never => throwConflict(rule.file, rule.at, 'object keys must be unique');
  let into = start;
  for (const [index, key] of keys.entries()) {
    if (!('entries' in into)) return unique();
    const [last, set] = [index === keys.length - 1, rule.produces === 'member'];
    const known = into.entries.get(keyOf(key));
    if (last && !set) {
      if (known && (isPartialResult(known.held) || !isEqual(known.held, value))) unique();
      into.entries.set(keyOf(key), { key, held: value });
      return undefined;
    }
    const held: PartialResult | RegoValue = known ? known.held : emptyPartialResult(last);
    if (!isPartialResult(held)) return unique();
    into.entries.set(keyOf(key), { key, held });
    into = held;
  }
  if ('members' in into) into.members.set(keyOf(value), value);
  else unique();
}
export function completePartialResult(growing: PartialResult): RegoValue {
  if ('members' in growing) return setOf(growing.members.values());
  return objectOf(
    [...growing.entries.values()].map(({ key, held }) => [key, isPartialResult(held) ? completePartialResult(held) : held] as const),
  );
}
