import type { ResolvedTerm, ResolvedStatement } from '../resolve/resolved.ts';

/** Whether a variable has a value. */
export type IsBound = (slot: number) => boolean;
/** What must have a value before something can be evaluated, and what has one afterwards. */
export interface Dependencies {
  readonly requires: ReadonlySet<number>;
  readonly binds: ReadonlySet<number>;
}

const noDependencies: Dependencies = { requires: new Set(), binds: new Set() };
const orBound = (known: IsBound, more: ReadonlySet<number>): IsBound => (more.size ? (slot) => more.has(slot) || known(slot) : known);
const mergeDependencies = (left: Dependencies, right: Dependencies): Dependencies => ({
  requires: new Set([...left.requires, ...right.requires]),
  binds: new Set([...left.binds, ...right.binds]),
});

/** One after the other. */
const analyzeInOrder = <T>(
  parts: readonly T[],
  known: IsBound,
  needs: (part: T, known: IsBound) => Dependencies,
  start = noDependencies,
): Dependencies => parts.reduce((found, part) => mergeDependencies(found, needs(part, orBound(known, found.binds))), start);

/** In whatever order they can be evaluated; of those that never can, what they need. */
function analyzeInAnyOrder<T>(parts: readonly T[], known: IsBound, needs: (part: T, known: IsBound) => Dependencies): Dependencies {
  let [found, left] = [noDependencies, parts];
  while (left.length) {
    const each = left.map((part) => ({ part, found: needs(part, orBound(known, found.binds)) }));
    const ready = each.filter((one) => one.found.requires.size === 0);
    found = (ready.length ? ready : each).reduce((sum, one) => mergeDependencies(sum, one.found), found);
    left = ready.length ? each.filter((one) => one.found.requires.size > 0).map(({ part }) => part) : [];
  }
  return found;
}

/** What stands where a value is found: a variable there is given one. */
function analyzePattern(pattern: ResolvedTerm, known: IsBound): Dependencies {
  switch (pattern.is) {
    case 'slot':
      return known(pattern.slot) ? noDependencies : { requires: noDependencies.requires, binds: new Set([pattern.slot]) };
    case 'array':
      return analyzeInOrder(pattern.items, known, analyzePattern);
    case 'object':
      return analyzeInOrder(
        pattern.entries.map(([, value]) => value),
        known,
        analyzePattern,
        analyzeInAnyOrder(
          pattern.entries.map(([key]) => key),
          known,
          analyzeTerm,
        ),
      );
    default:
      return analyzeTerm(pattern, known);
  }
}

/** A variable in brackets is found by going through what is there; elsewhere it must be known. */
export function analyzeTerm(term: ResolvedTerm, known: IsBound): Dependencies {
  switch (term.is) {
    case 'slot':
      return known(term.slot) ? noDependencies : { requires: new Set([term.slot]), binds: noDependencies.binds };
    case 'path':
      return analyzeInOrder(
        term.path,
        known,
        analyzePattern,
        typeof term.root === 'string' ? noDependencies : analyzeTerm(term.root, known),
      );
    case 'array':
    case 'set':
    case 'builtin':
    case 'function':
      return analyzeInAnyOrder(term.items, known, analyzeTerm);
    case 'object':
      return analyzeInAnyOrder(term.entries.flat(), known, analyzeTerm);
    case 'comprehension':
      return { requires: new Set(term.outer.filter((slot) => !known(slot))), binds: noDependencies.binds };
    default:
      return noDependencies;
  }
}

/** Two sides that are made equal: arrays side by side, else the side that is known gives the other. */
export function analyzeUnification([left, right]: readonly [ResolvedTerm, ResolvedTerm], known: IsBound): Dependencies {
  if (left.is === 'array' && right.is === 'array') {
    return analyzeInAnyOrder(
      left.items.slice(0, right.items.length).map((item, index) => [item, right.items[index] as ResolvedTerm] as const),
      known,
      analyzeUnification,
    );
  }
  const [first, second] = (
    [
      [left, right],
      [right, left],
    ] as const
  ).map(([pattern, value]) => analyzeInOrder([pattern], known, analyzePattern, analyzeTerm(value, known))) as [Dependencies, Dependencies];
  return first.requires.size <= second.requires.size ? first : second;
}

function analyzeUnmodified(step: ResolvedStatement, known: IsBound): Dependencies {
  switch (step.is) {
    case 'holds':
      return analyzeTerm(step.term, known);
    case 'unify':
      return analyzeUnification([step.left, step.right], known);
    case 'member':
      return analyzeInOrder(step.key ? [step.key, step.value] : [step.value], known, analyzePattern, analyzeTerm(step.domain, known));
    // Nothing that is only found inside can be told of what does not hold.
    case 'not': {
      const { requires: needs, binds: gives } = analyzeStatement(step.step, known);
      return { requires: new Set([...needs, ...gives]), binds: noDependencies.binds };
    }
    case 'every':
      return mergeDependencies(analyzeTerm(step.domain, known), {
        requires: new Set(step.outer.filter((slot) => !known(slot))),
        binds: noDependencies.binds,
      });
  }
}
/** What a statement needs and gives when `known` have values. */
export function analyzeStatement(step: ResolvedStatement, known: IsBound): Dependencies {
  const found = analyzeUnmodified(step, known);
  const replacing = step.replacing.map(({ value }) => analyzeTerm(value, known));
  return {
    requires: new Set([...found.requires, ...replacing.flatMap(({ requires: needs, binds: gives }) => [...needs, ...gives])]),
    binds: found.binds,
  };
}
