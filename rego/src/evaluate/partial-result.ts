import type { ResolvedRule } from '../resolve/resolved.ts';
import { isEqual, keyOf, objectOf, setOf, type RegoValue } from '../values/index.ts';
import { throwConflict } from './conflict.ts';

/** A set or object that partial rules build. */
export type PartialResult =
  | { readonly partial: 'set'; readonly members: Map<string, RegoValue> }
  | { readonly partial: 'object'; readonly entries: Map<string, { readonly key: RegoValue; held: PartialResult | RegoValue }> };

/** A member name that no value of the language has; arrays have `entries`. */
const isPartialResult = (child: PartialResult | RegoValue): child is PartialResult =>
  typeof child === 'object' && child !== null && 'partial' in child;
const emptyPartialResult = (set: boolean): PartialResult =>
  set ? { partial: 'set', members: new Map() } : { partial: 'object', entries: new Map() };
export const startPartialResult = (rule: ResolvedRule): PartialResult =>
  emptyPartialResult(rule.produces === 'member' && rule.clause.keys.length === 0);

/** Adds the result of a rule: a member of the set, or a value under its keys. */
export function addToPartialResult(start: PartialResult, rule: ResolvedRule, keys: readonly RegoValue[], value: RegoValue): void {
  const unique = (): never => throwConflict(rule.file, rule.at, 'object keys must be unique');
  let target = start;
  for (const [index, key] of keys.entries()) {
    if (target.partial === 'set') return unique();
    const [last, set] = [index === keys.length - 1, rule.produces === 'member'];
    const existing = target.entries.get(keyOf(key));
    if (last && !set) {
      if (existing && (isPartialResult(existing.held) || !isEqual(existing.held, value))) unique();
      target.entries.set(keyOf(key), { key, held: value });
      return undefined;
    }
    const child: PartialResult | RegoValue = existing ? existing.held : emptyPartialResult(last);
    if (!isPartialResult(child)) return unique();
    target.entries.set(keyOf(key), { key, held: child });
    target = child;
  }
  if (target.partial === 'set') target.members.set(keyOf(value), value);
  else unique();
}
export function completePartialResult(growing: PartialResult): RegoValue {
  if (growing.partial === 'set') return setOf(growing.members.values());
  return objectOf(
    [...growing.entries.values()].map(
      ({ key, held: child }) => [key, isPartialResult(child) ? completePartialResult(child) : child] as const,
    ),
  );
}
