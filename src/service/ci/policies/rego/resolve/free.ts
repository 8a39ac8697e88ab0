import type { Resolved, Step, Steps } from './resolved.ts';

type Visit = (slot: number) => void;

/** Visits every slot in a term, those inside comprehensions included. */
export function slotsIn(term: Resolved, visit: Visit): void {
  switch (term.is) {
    case 'slot': visit(term.slot); break;
    case 'path': if (typeof term.root !== 'string') slotsIn(term.root, visit); for (const step of term.path) slotsIn(step, visit); break;
    case 'array': case 'set': case 'builtin': case 'function': for (const item of term.items) slotsIn(item, visit); break;
    case 'object': for (const [key, value] of term.entries) { slotsIn(key, visit); slotsIn(value, visit); } break;
    case 'gathering': if (term.key) slotsIn(term.key, visit); slotsIn(term.value, visit); for (const step of term.body) slotsOf(step, visit); break;
    default:
  }
}

export function slotsOf(step: Step, visit: Visit): void {
  for (const { value } of step.replacing) slotsIn(value, visit);
  switch (step.is) {
    case 'holds': slotsIn(step.term, visit); break;
    case 'unify': slotsIn(step.left, visit); slotsIn(step.right, visit); break;
    case 'not': slotsOf(step.step, visit); break;
    default:
      if (step.key) slotsIn(step.key, visit);
      slotsIn(step.value, visit);
      slotsIn(step.domain, visit);
      if (step.is === 'every') for (const each of step.body) slotsOf(each, visit);
  }
}

/** The slots of surrounding bodies that an inner body uses: those that were there before it began. */
export function outerSlots(before: number, body: Steps, terms: readonly Resolved[]): readonly number[] {
  const found = new Set<number>();
  const visit = (slot: number) => { if (slot < before) found.add(slot); };
  for (const term of terms) slotsIn(term, visit);
  for (const step of body) slotsOf(step, visit);
  return [...found];
}
