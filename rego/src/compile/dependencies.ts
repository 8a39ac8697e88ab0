import type { ResolvedObject, ResolvedTerm, ResolvedStatement } from '../resolve/resolved.ts';
import { keyOf } from '../values/index.ts';

/** Whether a variable has a value. */
export type IsBound = (slot: number) => boolean;
/** Variables that must be bound before an evaluation, and those that it binds. */
export interface Dependencies {
  readonly requires: ReadonlySet<number>;
  readonly binds: ReadonlySet<number>;
}

const noDependencies: Dependencies = { requires: new Set(), binds: new Set() };
const orBound = (isBound: IsBound, more: ReadonlySet<number>): IsBound => (more.size ? (slot) => more.has(slot) || isBound(slot) : isBound);
const mergeDependencies = (left: Dependencies, right: Dependencies): Dependencies => ({
  requires: new Set([...left.requires, ...right.requires]),
  binds: new Set([...left.binds, ...right.binds]),
});

/** Evaluated in this order. */
const analyzeInOrder = <T>(
  parts: readonly T[],
  isBound: IsBound,
  needs: (part: T, isBound: IsBound) => Dependencies,
  start = noDependencies,
): Dependencies => parts.reduce((result, part) => mergeDependencies(result, needs(part, orBound(isBound, result.binds))), start);

/** Evaluated in any possible order; the requirements of parts that can never be evaluated remain. */
function analyzeInAnyOrder<T>(parts: readonly T[], isBound: IsBound, needs: (part: T, isBound: IsBound) => Dependencies): Dependencies {
  let [result, left] = [noDependencies, parts];
  while (left.length) {
    const each = left.map((part) => ({ part, found: needs(part, orBound(isBound, result.binds)) }));
    const ready = each.filter((one) => one.found.requires.size === 0);
    result = (ready.length ? ready : each).reduce((sum, one) => mergeDependencies(sum, one.found), result);
    left = ready.length ? each.filter((one) => one.found.requires.size > 0).map(({ part }) => part) : [];
  }
  return result;
}

/** A pattern binds the variables in it. */
function analyzePattern(pattern: ResolvedTerm, isBound: IsBound): Dependencies {
  switch (pattern.is) {
    case 'slot':
      return isBound(pattern.slot) ? noDependencies : { requires: noDependencies.requires, binds: new Set([pattern.slot]) };
    case 'array':
      return analyzeInOrder(pattern.items, isBound, analyzePattern);
    case 'object':
      return analyzeInOrder(
        pattern.entries.map(([, value]) => value),
        isBound,
        analyzePattern,
        analyzeInAnyOrder(
          pattern.entries.map(([key]) => key),
          isBound,
          analyzeTerm,
        ),
      );
    default:
      return analyzeTerm(pattern, isBound);
  }
}

/** A variable in brackets is bound by iteration; elsewhere it must be bound before. */
export function analyzeTerm(term: ResolvedTerm, isBound: IsBound): Dependencies {
  switch (term.is) {
    case 'slot':
      return isBound(term.slot) ? noDependencies : { requires: new Set([term.slot]), binds: noDependencies.binds };
    case 'path':
      return analyzeInOrder(
        term.path,
        isBound,
        analyzePattern,
        typeof term.root === 'string' ? noDependencies : analyzeTerm(term.root, isBound),
      );
    case 'array':
    case 'set':
    case 'builtin':
    case 'function':
      return analyzeInAnyOrder(term.items, isBound, analyzeTerm);
    case 'object':
      return analyzeInAnyOrder(term.entries.flat(), isBound, analyzeTerm);
    case 'comprehension':
      return { requires: new Set(term.outer.filter((slot) => !isBound(slot))), binds: noDependencies.binds };
    default:
      return noDependencies;
  }
}

export type TermPair = readonly [ResolvedTerm, ResolvedTerm];

/** The values of two objects with the same constant keys, by key; undefined for others. */
function pairEntries(left: ResolvedObject, right: ResolvedObject): readonly TermPair[] | undefined {
  const byKey = new Map(right.entries.flatMap(([key, value]) => (key.is === 'constant' ? [[keyOf(key.value), value] as const] : [])));
  const pairs = left.entries.flatMap(([key, value]): TermPair[] => {
    const other = key.is === 'constant' ? byKey.get(keyOf(key.value)) : undefined;
    return other ? [[value, other]] : [];
  });
  const isComplete = pairs.length === left.entries.length && byKey.size === right.entries.length && pairs.length === byKey.size;
  return isComplete ? pairs : undefined;
}
/** The parts of two arrays, or of two objects, that are unified one by one; undefined for terms that are unified as a whole. */
export function pairParts(left: ResolvedTerm, right: ResolvedTerm): readonly TermPair[] | undefined {
  if (left.is === 'object' && right.is === 'object') return pairEntries(left, right);
  if (left.is !== 'array' || right.is !== 'array') return undefined;
  return left.items.slice(0, right.items.length).map((item, index) => [item, right.items[index] as ResolvedTerm] as const);
}

/** Two unified terms: arrays and objects by part, otherwise the side that can be evaluated binds the other. */
export function analyzeUnification([left, right]: TermPair, isBound: IsBound): Dependencies {
  const parts = pairParts(left, right);
  if (parts) return analyzeInAnyOrder(parts, isBound, analyzeUnification);
  const [first, second] = (
    [
      [left, right],
      [right, left],
    ] as const
  ).map(([pattern, value]) => analyzeInOrder([pattern], isBound, analyzePattern, analyzeTerm(value, isBound))) as [
    Dependencies,
    Dependencies,
  ];
  return first.requires.size <= second.requires.size ? first : second;
}

function analyzeUnmodified(step: ResolvedStatement, isBound: IsBound): Dependencies {
  switch (step.is) {
    case 'holds':
      return analyzeTerm(step.term, isBound);
    case 'unify':
      return analyzeUnification([step.left, step.right], isBound);
    case 'member':
      return analyzeInOrder(step.key ? [step.key, step.value] : [step.value], isBound, analyzePattern, analyzeTerm(step.domain, isBound));
    // A negation binds nothing: what only its body would bind must be bound before.
    case 'not': {
      const { requires: needs, binds: gives } = analyzeStatement(step.step, isBound);
      return { requires: new Set([...needs, ...gives]), binds: noDependencies.binds };
    }
    case 'every':
      return mergeDependencies(analyzeTerm(step.domain, isBound), {
        requires: new Set(step.outer.filter((slot) => !isBound(slot))),
        binds: noDependencies.binds,
      });
  }
}
/** The dependencies of a statement when the variables of `known` are bound. */
export function analyzeStatement(step: ResolvedStatement, isBound: IsBound): Dependencies {
  const result = analyzeUnmodified(step, isBound);
  const replacing = step.replacing.map(({ value }) => (value ? analyzeTerm(value, isBound) : noDependencies));
  return {
    requires: new Set([...result.requires, ...replacing.flatMap(({ requires: needs }) => [...needs])]),
    binds: result.binds,
  };
}
