import { PolicyFault } from '../fault.ts';
import type { Resolved, ResolvedClause, ResolvedRule, Step, Steps } from '../resolve/resolved.ts';
import { slotsIn } from '../resolve/free.ts';
import { needsOf, needsOfStep, type Known } from './needs.ts';
import { inOrder } from './sequence.ts';

type Names = Pick<ResolvedRule, 'file' | 'slots'>;

function unsafe({ file, slots }: Names, slot: number): never {
  const { name, at } = slots[slot] as Names['slots'][number];
  throw new PolicyFault('compile', file, at, `var ${name} is unsafe: nothing gives it a value`);
}

/** Puts inner bodies in order too. */
function inTerm(names: Names, term: Resolved, known: Known): Resolved {
  const each = (items: readonly Resolved[]) => items.map((item) => inTerm(names, item, known));
  switch (term.is) {
    case 'array': case 'set': case 'builtin': case 'function': return { ...term, items: each(term.items) };
    case 'object': return { ...term, entries: term.entries.map(([key, value]) => [inTerm(names, key, known), inTerm(names, value, known)] as const) };
    case 'path': return { ...term, root: typeof term.root === 'string' ? term.root : inTerm(names, term.root, known), path: each(term.path) };
    case 'gathering': {
      const { body, known: inner } = ordered(names, term.body, known);
      const key = term.key && inTerm(names, needed(names, term.key, inner), inner);
      return { ...term, body, ...(key ? { key } : {}), value: inTerm(names, needed(names, term.value, inner), inner) };
    }
    default: return term;
  }
}
/** The term itself, when everything it needs is known. */
function needed(names: Names, term: Resolved, known: Known): Resolved {
  const [slot] = needsOf(term, known).needs;
  return slot === undefined ? term : unsafe(names, slot);
}

function inStep(names: Names, step: Step, known: Known): Step {
  const replacing = step.replacing.map((each) => ({ ...each, value: inTerm(names, each.value, known) }));
  switch (step.is) {
    case 'holds': return { ...step, replacing, term: inTerm(names, step.term, known) };
    case 'unify': return { ...step, replacing, left: inTerm(names, step.left, known), right: inTerm(names, step.right, known) };
    case 'member': return { ...step, replacing, domain: inTerm(names, step.domain, known) };
    case 'not': return { ...step, replacing, step: inStep(names, step.step, known) };
    case 'every': {
      const bound = new Set<number>();
      for (const pattern of [step.key, step.value]) if (pattern) slotsIn(pattern, (slot) => bound.add(slot));
      return { ...step, replacing, domain: inTerm(names, step.domain, known), body: ordered(names, step.body, (slot) => bound.has(slot) || known(slot)).body };
    }
  }
}

/** Puts the statements of a body in an order in which they can be evaluated. @throws PolicyFault when there is none. */
function ordered(names: Names, steps: Steps, before: Known): { body: Steps; known: Known } {
  const given = new Set<number>();
  const known: Known = (slot) => given.has(slot) || before(slot);
  const body: Step[] = [];
  for (const step of inOrder(steps, known)) {
    const { needs, gives } = needsOfStep(step, known);
    const [slot] = needs;
    if (slot !== undefined) unsafe(names, slot);
    body.push(inStep(names, step, known));
    for (const each of gives) given.add(each);
  }
  return { body, known };
}

function inClause(names: Names, clause: ResolvedClause, known: Known): ResolvedClause {
  const { body, known: inner } = ordered(names, clause.body, known);
  const term = (each: Resolved) => inTerm(names, needed(names, each, inner), inner);
  const keys = clause.keys.map((key) => {
    const missing = key.is === 'slot' && !inner(key.slot) ? key.slot : undefined;
    return missing === undefined ? term(key) : unsafe(names, missing);
  });
  return { ...clause, body, keys, value: term(clause.value), ...(clause.otherwise ? { otherwise: inClause(names, clause.otherwise, known) } : {}) };
}

/** A rule whose bodies can be evaluated from first to last. @throws PolicyFault for a variable that nothing binds. */
export function orderRule(rule: ResolvedRule): ResolvedRule {
  const taken = new Set<number>();
  for (const item of rule.items ?? []) slotsIn(item, (slot) => taken.add(slot));
  return { ...rule, clause: inClause({ file: rule.file, slots: rule.slots }, rule.clause, (slot) => taken.has(slot)) };
}
