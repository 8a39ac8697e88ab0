import { PolicyError } from '../errors.ts';
import type { ResolvedTerm, ResolvedClause, ResolvedRule, ResolvedStatement, ResolvedBody } from '../resolve/resolved.ts';
import { visitTermSlots } from '../resolve/slots.ts';
import { analyzeTerm, analyzeStatement, type IsBound } from './dependencies.ts';
import { sequenceStatements } from './statement-sequence.ts';

type RuleSlots = Pick<ResolvedRule, 'file' | 'slots'>;

function throwUnsafeVariable({ file, slots }: RuleSlots, slot: number): never {
  const { name, at } = slots[slot] as RuleSlots['slots'][number];
  throw new PolicyError('compile', file, at, `var ${name} is unsafe: nothing gives it a value`);
}

/** Puts inner bodies in order too. */
function orderTerm(names: RuleSlots, term: ResolvedTerm, known: IsBound): ResolvedTerm {
  const each = (items: readonly ResolvedTerm[]) => items.map((item) => orderTerm(names, item, known));
  switch (term.is) {
    case 'array':
    case 'set':
    case 'builtin':
    case 'function':
      return { ...term, items: each(term.items) };
    case 'object':
      return {
        ...term,
        entries: term.entries.map(([key, value]) => [orderTerm(names, key, known), orderTerm(names, value, known)] as const),
      };
    case 'path':
      return { ...term, root: typeof term.root === 'string' ? term.root : orderTerm(names, term.root, known), path: each(term.path) };
    case 'comprehension': {
      const { body, known: inner } = orderBody(names, term.body, known);
      const key = term.key && orderTerm(names, requireBound(names, term.key, inner), inner);
      return { ...term, body, ...(key ? { key } : {}), value: orderTerm(names, requireBound(names, term.value, inner), inner) };
    }
    default:
      return term;
  }
}
/** The term itself, when everything it needs is known. */
function requireBound(names: RuleSlots, term: ResolvedTerm, known: IsBound): ResolvedTerm {
  const [slot] = analyzeTerm(term, known).requires;
  return slot === undefined ? term : throwUnsafeVariable(names, slot);
}

function orderStatement(names: RuleSlots, step: ResolvedStatement, known: IsBound): ResolvedStatement {
  const replacing = step.replacing.map((each) => ({ ...each, value: orderTerm(names, each.value, known) }));
  switch (step.is) {
    case 'holds':
      return { ...step, replacing, term: orderTerm(names, step.term, known) };
    case 'unify':
      return { ...step, replacing, left: orderTerm(names, step.left, known), right: orderTerm(names, step.right, known) };
    case 'member':
      return { ...step, replacing, domain: orderTerm(names, step.domain, known) };
    case 'not':
      return { ...step, replacing, step: orderStatement(names, step.step, known) };
    case 'every': {
      const bound = new Set<number>();
      for (const pattern of [step.key, step.value]) if (pattern) visitTermSlots(pattern, (slot) => bound.add(slot));
      return {
        ...step,
        replacing,
        domain: orderTerm(names, step.domain, known),
        body: orderBody(names, step.body, (slot) => bound.has(slot) || known(slot)).body,
      };
    }
  }
}

/** Puts the statements of a body in an order in which they can be evaluated. @throws PolicyError when there is none. */
function orderBody(names: RuleSlots, steps: ResolvedBody, before: IsBound): { body: ResolvedBody; known: IsBound } {
  const given = new Set<number>();
  const known: IsBound = (slot) => given.has(slot) || before(slot);
  const body: ResolvedStatement[] = [];
  for (const step of sequenceStatements(steps, known)) {
    const { requires: needs, binds: gives } = analyzeStatement(step, known);
    const [slot] = needs;
    if (slot !== undefined) throwUnsafeVariable(names, slot);
    body.push(orderStatement(names, step, known));
    for (const each of gives) given.add(each);
  }
  return { body, known };
}

function orderClause(names: RuleSlots, clause: ResolvedClause, known: IsBound): ResolvedClause {
  const { body, known: inner } = orderBody(names, clause.body, known);
  const term = (each: ResolvedTerm) => orderTerm(names, requireBound(names, each, inner), inner);
  const keys = clause.keys.map((key) => {
    const missing = key.is === 'slot' && !inner(key.slot) ? key.slot : undefined;
    return missing === undefined ? term(key) : throwUnsafeVariable(names, missing);
  });
  return {
    ...clause,
    body,
    keys,
    value: term(clause.value),
    ...(clause.otherwise ? { otherwise: orderClause(names, clause.otherwise, known) } : {}),
  };
}

/** A rule whose bodies can be evaluated from first to last. @throws PolicyError for a variable that nothing binds. */
export function orderRule(rule: ResolvedRule): ResolvedRule {
  const taken = new Set<number>();
  for (const item of rule.items ?? []) visitTermSlots(item, (slot) => taken.add(slot));
  return { ...rule, clause: orderClause({ file: rule.file, slots: rule.slots }, rule.clause, (slot) => taken.has(slot)) };
}
