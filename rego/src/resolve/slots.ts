import type { ResolvedTerm, ResolvedStatement, ResolvedBody } from './resolved.ts';

type VisitSlot = (slot: number) => void;

/** Visits every slot in a term, including those inside comprehensions. */
export function visitTermSlots(term: ResolvedTerm, visit: VisitSlot): void {
  switch (term.is) {
    case 'slot':
      visit(term.slot);
      break;
    case 'path':
      if (typeof term.root !== 'string') visitTermSlots(term.root, visit);
      for (const step of term.path) visitTermSlots(step, visit);
      break;
    case 'array':
    case 'set':
    case 'builtin':
    case 'function':
      for (const item of term.items) visitTermSlots(item, visit);
      break;
    case 'object':
      for (const [key, value] of term.entries) {
        visitTermSlots(key, visit);
        visitTermSlots(value, visit);
      }
      break;
    case 'comprehension':
      if (term.key) visitTermSlots(term.key, visit);
      visitTermSlots(term.value, visit);
      for (const step of term.body) visitStatementSlots(step, visit);
      break;
    default:
  }
}

export function visitStatementSlots(step: ResolvedStatement, visit: VisitSlot): void {
  for (const { value } of step.replacing) if (value) visitTermSlots(value, visit);
  switch (step.is) {
    case 'holds':
      visitTermSlots(step.term, visit);
      break;
    case 'unify':
      visitTermSlots(step.left, visit);
      visitTermSlots(step.right, visit);
      break;
    case 'not':
      visitStatementSlots(step.step, visit);
      break;
    default:
      if (step.key) visitTermSlots(step.key, visit);
      visitTermSlots(step.value, visit);
      visitTermSlots(step.domain, visit);
      if (step.is === 'every') for (const each of step.body) visitStatementSlots(each, visit);
  }
}

/** The slots of outer bodies that an inner body uses: those with a number below `before`. */
export function capturedSlots(before: number, body: ResolvedBody, terms: readonly ResolvedTerm[]): readonly number[] {
  const captured = new Set<number>();
  const visit = (slot: number) => {
    if (slot < before) captured.add(slot);
  };
  for (const term of terms) visitTermSlots(term, visit);
  for (const step of body) visitStatementSlots(step, visit);
  return [...captured];
}
