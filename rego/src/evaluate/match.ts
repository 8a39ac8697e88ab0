import { analyzeTerm, analyzeUnification, pairParts, type IsBound, type TermPair } from '../compile/dependencies.ts';
import type { ResolvedObject, ResolvedTerm } from '../resolve/resolved.ts';
import { isEqual, getField, isArray, isObject, sizeOf, type RegoValue } from '../values/index.ts';
import { evaluateTerm, evaluateTerms } from './terms.ts';
import type { Frame, Continue } from './evaluation.ts';

const isBoundIn =
  (frame: Frame): IsBound =>
  (slot) =>
    frame.slots[slot] !== undefined;

/** Whether all variables that a term requires are bound; those in brackets of a path are bound by iteration. */
export function canEvaluate(frame: Frame, term: ResolvedTerm): boolean {
  if (term.is === 'constant') return true;
  if (term.is === 'slot') return frame.slots[term.slot] !== undefined;
  return analyzeTerm(term, isBoundIn(frame)).requires.size === 0;
}

function areEqual(frame: Frame, left: RegoValue, right: RegoValue): boolean {
  frame.view.evaluation.tick(sizeOf(left) >> 5);
  return isEqual(left, right);
}
function matchItems(frame: Frame, items: readonly ResolvedTerm[], values: readonly RegoValue[], index: number, go: Continue): boolean {
  const item = items[index];
  return item ? matchPattern(frame, item, values[index] as RegoValue, () => matchItems(frame, items, values, index + 1, go)) : go();
}
function matchEntries(frame: Frame, { entries }: ResolvedObject, value: RegoValue, go: Continue): boolean {
  if (!isObject(value) || value.entries.size !== entries.length) return false;
  return evaluateTerms(
    frame,
    entries.map(([key]) => key),
    (keys) => {
      const values = keys.map((key) => getField(value, key));
      return (
        values.every((field) => field !== undefined) &&
        matchItems(
          frame,
          entries.map(([, pattern]) => pattern),
          values as RegoValue[],
          0,
          go,
        )
      );
    },
  );
}

/** Unifies a pattern with a value: binds its free variables, continues, and unbinds them. */
export function matchPattern(frame: Frame, pattern: ResolvedTerm, value: RegoValue, go: Continue): boolean {
  if (pattern.is === 'slot') {
    const bound = frame.slots[pattern.slot];
    if (bound !== undefined) return areEqual(frame, bound, value) && go();
    frame.slots[pattern.slot] = value;
    const stop = go();
    frame.slots[pattern.slot] = undefined;
    return stop;
  }
  if (pattern.is === 'array')
    return isArray(value) && value.length === pattern.items.length && matchItems(frame, pattern.items, value, 0, go);
  if (pattern.is === 'object') return matchEntries(frame, pattern, value, go);
  // A set gives no value to a variable among its members.
  if (pattern.is === 'set' && !canEvaluate(frame, pattern)) return false;
  return evaluateTerm(frame, pattern, (candidate) => areEqual(frame, candidate, value) && go());
}

function unifyPairs(frame: Frame, pairs: readonly TermPair[], go: Continue): boolean {
  if (pairs.length === 0) return go();
  const next = Math.max(
    0,
    pairs.findIndex((pair) => analyzeUnification(pair, isBoundIn(frame)).requires.size === 0),
  );
  const [left, right] = pairs[next] as TermPair;
  return unifyTerms(frame, left, right, () =>
    unifyPairs(
      frame,
      pairs.filter((_, index) => index !== next),
      go,
    ),
  );
}

/** Unifies two terms and continues with every solution. */
export function unifyTerms(frame: Frame, left: ResolvedTerm, right: ResolvedTerm, go: Continue): boolean {
  if (left.is === 'array' && right.is === 'array' && left.items.length !== right.items.length) return false;
  const parts = pairParts(left, right);
  if (parts) return unifyPairs(frame, parts, go);
  return canEvaluate(frame, right)
    ? evaluateTerm(frame, right, (value) => matchPattern(frame, left, value, go))
    : evaluateTerm(frame, left, (value) => matchPattern(frame, right, value, go));
}
