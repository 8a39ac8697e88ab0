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

/** Orders the bodies inside a term. */
function orderTerm(names: RuleSlots, term: ResolvedTerm, isBound: IsBound): ResolvedTerm {
  const each = (items: readonly ResolvedTerm[]) => items.map((item) => orderTerm(names, item, isBound));
  switch (term.is) {
    case 'array':
    case 'set':
    case 'builtin':
    case 'function':
      return { ...term, items: each(term.items) };
    case 'object':
      return {
        ...term,
        entries: term.entries.map(([key, value]) => [orderTerm(names, key, isBound), orderTerm(names, value, isBound)] as const),
      };
    case 'path':
      return { ...term, root: typeof term.root === 'string' ? term.root : orderTerm(names, term.root, isBound), path: each(term.path) };
    case 'comprehension': {
      const { body, known: isBoundInside } = orderBody(names, term.body, isBound);
      const key = term.key && orderTerm(names, requireBound(names, term.key, isBoundInside), isBoundInside);
      return {
        ...term,
        body,
        ...(key ? { key } : {}),
        value: orderTerm(names, requireBound(names, term.value, isBoundInside), isBoundInside),
      };
    }
    default:
      return term;
  }
}
/** Returns the term when all its variables are bound. */
function requireBound(names: RuleSlots, term: ResolvedTerm, isBound: IsBound): ResolvedTerm {
  const [slot] = analyzeTerm(term, isBound).requires;
  return slot === undefined ? term : throwUnsafeVariable(names, slot);
}

function orderStatement(names: RuleSlots, step: ResolvedStatement, isBound: IsBound): ResolvedStatement {
  const replacing = step.replacing.map((each) => (each.value ? { ...each, value: orderTerm(names, each.value, isBound) } : each));
  switch (step.is) {
    case 'holds':
      return { ...step, replacing, term: orderTerm(names, step.term, isBound) };
    case 'unify':
      return { ...step, replacing, left: orderTerm(names, step.left, isBound), right: orderTerm(names, step.right, isBound) };
    case 'member':
      return { ...step, replacing, domain: orderTerm(names, step.domain, isBound) };
    case 'not':
      return {
        ...step,
        replacing,
        step: orderStatement(names, step.step, isBound),
        operands: step.operands.map((operand) => orderTerm(names, operand, isBound)),
      };
    case 'every': {
      const bound = new Set<number>();
      for (const pattern of [step.key, step.value]) if (pattern) visitTermSlots(pattern, (slot) => bound.add(slot));
      return {
        ...step,
        replacing,
        domain: orderTerm(names, step.domain, isBound),
        body: orderBody(names, step.body, (slot) => bound.has(slot) || isBound(slot)).body,
      };
    }
  }
}

/** Orders the statements of a body so that they can be evaluated. @throws PolicyError when no order exists. */
function orderBody(names: RuleSlots, steps: ResolvedBody, before: IsBound): { body: ResolvedBody; known: IsBound } {
  const bound = new Set<number>();
  const isBound: IsBound = (slot) => bound.has(slot) || before(slot);
  const body: ResolvedStatement[] = [];
  for (const step of sequenceStatements(steps, isBound)) {
    const { requires: needs, binds: gives } = analyzeStatement(step, isBound);
    const [slot] = needs;
    if (slot !== undefined) throwUnsafeVariable(names, slot);
    body.push(orderStatement(names, step, isBound));
    for (const each of gives) bound.add(each);
  }
  return { body, known: isBound };
}

function orderClause(names: RuleSlots, clause: ResolvedClause, isBound: IsBound): ResolvedClause {
  const { body, known: isBoundInside } = orderBody(names, clause.body, isBound);
  const term = (each: ResolvedTerm) => orderTerm(names, requireBound(names, each, isBoundInside), isBoundInside);
  const keys = clause.keys.map((key) => {
    const missing = key.is === 'slot' && !isBoundInside(key.slot) ? key.slot : undefined;
    return missing === undefined ? term(key) : throwUnsafeVariable(names, missing);
  });
  return {
    ...clause,
    body,
    keys,
    value: term(clause.value),
    ...(clause.otherwise ? { otherwise: orderClause(names, clause.otherwise, isBound) } : {}),
  };
}

/** Orders all bodies of a rule. @throws PolicyError for an unsafe variable. */
export function orderRule(rule: ResolvedRule): ResolvedRule {
  const parameters = new Set<number>();
  for (const item of rule.items ?? []) visitTermSlots(item, (slot) => parameters.add(slot));
  return { ...rule, clause: orderClause({ file: rule.file, slots: rule.slots }, rule.clause, (slot) => parameters.has(slot)) };
}
