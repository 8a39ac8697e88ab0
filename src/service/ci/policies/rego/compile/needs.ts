import type { Resolved, Step } from '../resolve/resolved.ts';

/** Whether a variable has a value. */
export type Known = (slot: number) => boolean;

/** What must have a value before something can be evaluated, and what has one afterwards. */
export interface Needs { readonly needs: Set<number>; readonly gives: Set<number> }

function walkPattern(pattern: Resolved, found: Needs): void {
  switch (pattern.is) {
    case 'slot': found.gives.add(pattern.slot); break;
    case 'array': for (const item of pattern.items) walkPattern(item, found); break;
    case 'object': for (const [key, value] of pattern.entries) { walkTerm(key, found); walkPattern(value, found); } break;
    default: walkTerm(pattern, found);
  }
}

/** A variable in brackets is found by going through what is there; elsewhere it must be known. */
function walkTerm(term: Resolved, found: Needs): void {
  switch (term.is) {
    case 'slot': found.needs.add(term.slot); break;
    case 'path':
      if (typeof term.root !== 'string') walkTerm(term.root, found);
      for (const step of term.path) walkPattern(step, found);
      break;
    case 'array': case 'set': case 'builtin': case 'function': for (const item of term.items) walkTerm(item, found); break;
    case 'object': for (const [key, value] of term.entries) { walkTerm(key, found); walkTerm(value, found); } break;
    case 'gathering': for (const slot of term.outer) found.needs.add(slot); break;
    default:
  }
}
const or = (known: Known, more: ReadonlySet<number>): Known => (slot) => more.has(slot) || known(slot);
const none = (): Needs => ({ needs: new Set(), gives: new Set() });
const settle = ({ needs, gives }: Needs, known: Known): Needs => ({ needs: new Set([...needs].filter((slot) => !known(slot) && !gives.has(slot))), gives });

export function needsOf(term: Resolved, known: Known): Needs {
  const found = none();
  walkTerm(term, found);
  return settle(found, known);
}

/** Arrays side by side, in whatever order their items can be made equal; of those that never can, what they need. */
function unifiedItems(pairs: readonly (readonly [Resolved, Resolved])[], known: Known): Needs {
  const found = none();
  let left = pairs;
  for (;;) {
    const parts = left.map((pair) => ({ pair, ...unified(...pair, or(known, found.gives)) }));
    const ready = parts.filter(({ needs }) => needs.size === 0);
    for (const { gives } of ready.length ? ready : parts) for (const slot of gives) found.gives.add(slot);
    if (ready.length === 0) {
      for (const { needs } of parts) for (const slot of needs) found.needs.add(slot);
      return found;
    }
    left = parts.filter(({ needs }) => needs.size > 0).map(({ pair }) => pair);
  }
}

/** Two sides that are made equal: the side that is known gives the other. */
function unified(left: Resolved, right: Resolved, known: Known): Needs {
  if (left.is === 'array' && right.is === 'array') {
    return unifiedItems(left.items.slice(0, right.items.length).map((item, index) => [item, right.items[index] as Resolved] as const), known);
  }
  const both = [[left, right], [right, left]] as const;
  const options = both.map(([pattern, value]) => {
    const found = none();
    walkTerm(value, found);
    const inner = settle(found, known);
    const outer = none();
    walkPattern(pattern, outer);
    const rest = settle(outer, or(known, inner.gives));
    return { needs: new Set([...inner.needs, ...rest.needs]), gives: new Set([...inner.gives, ...rest.gives]) };
  });
  const [first, second] = options as [Needs, Needs];
  return first.needs.size === 0 || first.needs.size <= second.needs.size ? first : second;
}

/** What a statement needs and gives when `known` have values. */
export function needsOfStep(step: Step, known: Known): Needs {
  const found = bare(step, known);
  for (const { value } of step.replacing) {
    const { needs, gives } = needsOf(value, known);
    for (const slot of [...needs, ...gives]) if (!known(slot)) found.needs.add(slot);
  }
  return found;
}
function bare(step: Step, known: Known): Needs {
  switch (step.is) {
    case 'holds': return needsOf(step.term, known);
    case 'unify': return unified(step.left, step.right, known);
    case 'not': {
      const { needs, gives } = needsOfStep(step.step, known);
      return { needs: new Set([...needs, ...gives].filter((slot) => !known(slot))), gives: new Set() };
    }
    case 'member': {
      const domain = needsOf(step.domain, known);
      const patterns = none();
      for (const pattern of [step.key, step.value]) if (pattern) walkPattern(pattern, patterns);
      const rest = settle(patterns, or(known, domain.gives));
      return { needs: new Set([...domain.needs, ...rest.needs]), gives: new Set([...domain.gives, ...rest.gives]) };
    }
    case 'every': {
      const domain = needsOf(step.domain, known);
      return { needs: new Set([...domain.needs, ...step.outer.filter((slot) => !known(slot))]), gives: new Set(domain.gives) };
    }
  }
}
