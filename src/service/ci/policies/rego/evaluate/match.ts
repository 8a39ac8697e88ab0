import { needsOf, needsOfPair, type Known } from '../compile/needs.ts';
import type { Entries, Resolved } from '../resolve/resolved.ts';
import { equals, fieldOf, isArray, isObject, sizeOf, type Value } from '../values/index.ts';
import { eachOf, eachOfAll } from './terms.ts';
import type { Frame, Go } from './run.ts';

const isKnown = (frame: Frame): Known => (slot) => frame.slots[slot] !== undefined;

/** Whether every variable that a term needs has a value; those in brackets of a path are found on the way. */
export function isReady(frame: Frame, term: Resolved): boolean {
  if (term.is === 'constant') return true;
  if (term.is === 'slot') return frame.slots[term.slot] !== undefined;
  return needsOf(term, isKnown(frame)).needs.size === 0;
}

function same(frame: Frame, left: Value, right: Value): boolean {
  frame.view.run.tick(sizeOf(left) >> 5);
  return equals(left, right);
}
function matchItems(frame: Frame, items: readonly Resolved[], values: readonly Value[], index: number, go: Go): boolean {
  const item = items[index];
  return item ? match(frame, item, values[index] as Value, () => matchItems(frame, items, values, index + 1, go)) : go();
}
function matchEntries(frame: Frame, { entries }: Entries, value: Value, go: Go): boolean {
  if (!isObject(value) || value.entries.size !== entries.length) return false;
  return eachOfAll(frame, entries.map(([key]) => key), (keys) => {
    const values = keys.map((key) => fieldOf(value, key));
    return values.every((each) => each !== undefined) && matchItems(frame, entries.map(([, pattern]) => pattern), values as Value[], 0, go);
  });
}

/** Makes a pattern equal to a value: binds the variables in it that have none, goes on, and takes them back. */
export function match(frame: Frame, pattern: Resolved, value: Value, go: Go): boolean {
  if (pattern.is === 'slot') {
    const known = frame.slots[pattern.slot];
    if (known !== undefined) return same(frame, known, value) && go();
    frame.slots[pattern.slot] = value;
    const stop = go();
    frame.slots[pattern.slot] = undefined;
    return stop;
  }
  if (pattern.is === 'array') return isArray(value) && value.length === pattern.items.length && matchItems(frame, pattern.items, value, 0, go);
  if (pattern.is === 'object') return matchEntries(frame, pattern, value, go);
  return eachOf(frame, pattern, (found) => same(frame, found, value) && go());
}

function unifyPairs(frame: Frame, pairs: readonly (readonly [Resolved, Resolved])[], go: Go): boolean {
  if (pairs.length === 0) return go();
  const next = Math.max(0, pairs.findIndex((pair) => needsOfPair(pair, isKnown(frame)).needs.size === 0));
  const [left, right] = pairs[next] as readonly [Resolved, Resolved];
  return unify(frame, left, right, () => unifyPairs(frame, pairs.filter((_, index) => index !== next), go));
}

/** Makes two terms equal in every way that they can be. */
export function unify(frame: Frame, left: Resolved, right: Resolved, go: Go): boolean {
  if (left.is === 'array' && right.is === 'array') {
    return left.items.length === right.items.length && unifyPairs(frame, left.items.map((item, index) => [item, right.items[index] as Resolved] as const), go);
  }
  return isReady(frame, right) ? eachOf(frame, right, (value) => match(frame, left, value, go)) : eachOf(frame, left, (value) => match(frame, right, value, go));
}
