import type { Clause, Module, Rule } from '../syntax/index.ts';
import { resolveBody } from './body.ts';
import { patternNames } from './names.ts';
import type { Resolved, ResolvedClause, ResolvedRule } from './resolved.ts';
import { checkUnused, declare, refuse, scopeIn, type Clauses, type Scope, type Surroundings } from './scope.ts';
import { resolveTerm } from './terms.ts';

const dotted = (rule: Rule): readonly string[] => {
  const fixed: string[] = [];
  for (const step of rule.path) {
    if (step.term !== 'scalar' || typeof step.value !== 'string') break;
    fixed.push(step.value);
  }
  return fixed;
};

function resolveClause(outer: Scope, rule: Rule, clause: Clause, skip: number): ResolvedClause {
  const scope: Scope = { ...outer, names: new Map(outer.names), seen: new Set() };
  const body = resolveBody(scope, clause.body);
  const keys = rule.path.slice(skip).map((step) => resolveTerm(scope, step));
  const value = resolveTerm(scope, clause.value);
  return { value, keys, body, at: clause.at, ...(clause.otherwise ? { otherwise: resolveClause(outer, rule, clause.otherwise, skip) } : {}) };
}

function resolveItems(scope: Scope, rule: Rule): readonly Resolved[] | undefined {
  const seen = new Set<string>();
  for (const item of rule.items ?? []) {
    patternNames(item, (name, { at }) => { if (name !== '_' && !seen.has(name)) { seen.add(name); declare(scope, name, at, undefined); } });
  }
  return rule.items?.map((item) => resolveTerm(scope, item));
}

/** Gives the names of one rule their meaning. @throws PolicyFault. */
export function resolveRule(surroundings: Surroundings, module: Module, rule: Rule): ResolvedRule {
  const clauses: Clauses = { surroundings, slots: [] };
  const scope = scopeIn(clauses);
  const items = resolveItems(scope, rule);
  const fixed = dotted(rule);
  if (items && fixed.length < rule.path.length) refuse(scope, rule.at, 'a function is no part of an object');
  const clause = resolveClause(scope, rule, rule.clause, fixed.length);
  checkUnused(clauses);
  return {
    file: module.file, at: rule.at, home: [...module.package, rule.name, ...fixed], gives: rule.gives, isDefault: rule.isDefault,
    ...(items ? { items } : {}), clause, slots: clauses.slots,
  };
}
