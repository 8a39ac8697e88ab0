import { PolicyFault, type Position } from '../fault.ts';
import type { Resolved, ResolvedClause, ResolvedRule, Step, Steps } from '../resolve/resolved.ts';
import { slotsIn } from '../resolve/free.ts';
import { needsOf, needsOfStep } from './needs.ts';

interface Names { readonly file: string; readonly slots: readonly string[] }
type Known = ReadonlySet<number>;

function unsafe({ file, slots }: Names, slot: number, at: Position): never {
  throw new PolicyFault('compile', file, at, `var ${slots[slot]} is unsafe: nothing gives it a value`);
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
  return slot === undefined ? term : unsafe(names, slot, term.at);
}

function inStep(names: Names, step: Step, known: Known): Step {
  const replacing = step.replacing.map((each) => ({ ...each, value: inTerm(names, each.value, known) }));
  switch (step.is) {
    case 'holds': return { ...step, replacing, term: inTerm(names, step.term, known) };
    case 'unify': return { ...step, replacing, left: inTerm(names, step.left, known), right: inTerm(names, step.right, known) };
    case 'member': return { ...step, replacing, domain: inTerm(names, step.domain, known) };
    case 'not': return { ...step, replacing, step: inStep(names, step.step, known) };
    case 'every': {
      const bound = new Set(known);
      for (const pattern of [step.key, step.value]) if (pattern) slotsIn(pattern, (slot) => bound.add(slot));
      return { ...step, replacing, domain: inTerm(names, step.domain, known), body: ordered(names, step.body, bound).body };
    }
  }
}

/**
 * Puts the statements of a body in an order in which every variable has a value before it is needed: the first that
 * can be evaluated comes next. @throws PolicyFault when there is no such order.
 */
function ordered(names: Names, steps: Steps, before: Known): { body: Steps; known: Known } {
  const known = new Set(before);
  const [left, body] = [[...steps], [] as Step[]];
  while (left.length) {
    const index = left.findIndex((step) => needsOfStep(step, known).needs.size === 0);
    const [step] = left.splice(Math.max(index, 0), 1) as [Step];
    const { needs, gives } = needsOfStep(step, known);
    const [slot] = needs;
    if (slot !== undefined) unsafe(names, slot, step.at);
    for (const given of gives) known.add(given);
    body.push(inStep(names, step, known));
  }
  return { body, known };
}

function inClause(names: Names, clause: ResolvedClause, known: Known): ResolvedClause {
  const { body, known: inner } = ordered(names, clause.body, known);
  const term = (each: Resolved) => inTerm(names, needed(names, each, inner), inner);
  const keys = clause.keys.map((key) => {
    const missing = key.is === 'slot' && !inner.has(key.slot) ? key.slot : undefined;
    return missing === undefined ? term(key) : unsafe(names, missing, key.at);
  });
  return { ...clause, body, keys, value: term(clause.value), ...(clause.otherwise ? { otherwise: inClause(names, clause.otherwise, known) } : {}) };
}

/** A rule whose bodies can be evaluated from first to last. @throws PolicyFault for a variable that nothing binds. */
export function orderRule(rule: ResolvedRule): ResolvedRule {
  const known = new Set<number>();
  for (const item of rule.items ?? []) slotsIn(item, (slot) => known.add(slot));
  return { ...rule, clause: inClause({ file: rule.file, slots: rule.slots }, rule.clause, known) };
}
