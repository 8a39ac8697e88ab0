import type { Resolved, Step } from '../resolve/resolved.ts';

/** Whether a variable has a value. */
export type Known = (slot: number) => boolean;
/** What must have a value before something can be evaluated, and what has one afterwards. */
export interface Needs { readonly needs: ReadonlySet<number>; readonly gives: ReadonlySet<number> }

const nothing: Needs = { needs: new Set(), gives: new Set() };
const or = (known: Known, more: ReadonlySet<number>): Known => (more.size ? (slot) => more.has(slot) || known(slot) : known);
const both = (left: Needs, right: Needs): Needs => ({ needs: new Set([...left.needs, ...right.needs]), gives: new Set([...left.gives, ...right.gives]) });

/** One after the other. */
const inTurn = <T>(parts: readonly T[], known: Known, needs: (part: T, known: Known) => Needs, start = nothing): Needs =>
  parts.reduce((found, part) => both(found, needs(part, or(known, found.gives))), start);

/** In whatever order they can be evaluated; of those that never can, what they need. */
function inAnyOrder<T>(parts: readonly T[], known: Known, needs: (part: T, known: Known) => Needs): Needs {
  let [found, left] = [nothing, parts];
  while (left.length) {
    const each = left.map((part) => ({ part, found: needs(part, or(known, found.gives)) }));
    const ready = each.filter((one) => one.found.needs.size === 0);
    found = (ready.length ? ready : each).reduce((sum, one) => both(sum, one.found), found);
    left = ready.length ? each.filter((one) => one.found.needs.size > 0).map(({ part }) => part) : [];
  }
  return found;
}

/** What stands where a value is found: a variable there is given one. */
function needsOfPattern(pattern: Resolved, known: Known): Needs {
  switch (pattern.is) {
    case 'slot': return known(pattern.slot) ? nothing : { needs: nothing.needs, gives: new Set([pattern.slot]) };
    case 'array': return inTurn(pattern.items, known, needsOfPattern);
    case 'object': return inTurn(pattern.entries.map(([, value]) => value), known, needsOfPattern, inAnyOrder(pattern.entries.map(([key]) => key), known, needsOf));
    default: return needsOf(pattern, known);
  }
}

/** A variable in brackets is found by going through what is there; elsewhere it must be known. */
export function needsOf(term: Resolved, known: Known): Needs {
  switch (term.is) {
    case 'slot': return known(term.slot) ? nothing : { needs: new Set([term.slot]), gives: nothing.gives };
    case 'path': return inTurn(term.path, known, needsOfPattern, typeof term.root === 'string' ? nothing : needsOf(term.root, known));
    case 'array': case 'set': case 'builtin': case 'function': return inAnyOrder(term.items, known, needsOf);
    case 'object': return inAnyOrder(term.entries.flat(), known, needsOf);
    case 'gathering': return { needs: new Set(term.outer.filter((slot) => !known(slot))), gives: nothing.gives };
    default: return nothing;
  }
}

/** Two sides that are made equal: arrays side by side, else the side that is known gives the other. */
export function needsOfPair([left, right]: readonly [Resolved, Resolved], known: Known): Needs {
  if (left.is === 'array' && right.is === 'array') {
    return inAnyOrder(left.items.slice(0, right.items.length).map((item, index) => [item, right.items[index] as Resolved] as const), known, needsOfPair);
  }
  const [first, second] = ([[left, right], [right, left]] as const).map(([pattern, value]) => inTurn([pattern], known, needsOfPattern, needsOf(value, known))) as [Needs, Needs];
  return first.needs.size <= second.needs.size ? first : second;
}

function bare(step: Step, known: Known): Needs {
  switch (step.is) {
    case 'holds': return needsOf(step.term, known);
    case 'unify': return needsOfPair([step.left, step.right], known);
    case 'member': return inTurn(step.key ? [step.key, step.value] : [step.value], known, needsOfPattern, needsOf(step.domain, known));
    // Nothing that is only found inside can be told of what does not hold.
    case 'not': { const { needs, gives } = needsOfStep(step.step, known); return { needs: new Set([...needs, ...gives]), gives: nothing.gives }; }
    case 'every': return both(needsOf(step.domain, known), { needs: new Set(step.outer.filter((slot) => !known(slot))), gives: nothing.gives });
  }
}
/** What a statement needs and gives when `known` have values. */
export function needsOfStep(step: Step, known: Known): Needs {
  const found = bare(step, known);
  const replacing = step.replacing.map(({ value }) => needsOf(value, known));
  return { needs: new Set([...found.needs, ...replacing.flatMap(({ needs, gives }) => [...needs, ...gives])]), gives: found.gives };
}
