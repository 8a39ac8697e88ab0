import type { Clause, Module, Rule, Term } from '../syntax/index.ts';
import { resolveBody } from './body.ts';
import { findMetadata } from './metadata.ts';
import { visitPatternNames } from './names.ts';
import type { ResolvedTerm, ResolvedClause, ResolvedRule } from './resolved.ts';
import {
  addSlot,
  checkUnusedVariables,
  declareVariable,
  throwCompileError,
  createScope,
  type RuleScope,
  type Scope,
  type ModuleScope,
} from './scope.ts';
import { resolveTerm } from './terms.ts';

const constantPath = (rule: Rule): readonly string[] => {
  const constants: string[] = [];
  for (const step of rule.path) {
    if (step.term !== 'scalar' || typeof step.value !== 'string') break;
    constants.push(step.value);
  }
  return constants;
};

/** Whether a term has references whose steps may bind variables. */
function iterates(term: ResolvedTerm): boolean {
  switch (term.is) {
    case 'path':
      return (typeof term.root !== 'string' && iterates(term.root)) || term.path.some((step) => step.is !== 'constant');
    case 'array':
    case 'set':
    case 'builtin':
    case 'function':
      return term.items.some(iterates);
    case 'object':
      return term.entries.flat().some(iterates);
    default:
      return false;
  }
}

function resolveClause(outer: Scope, rule: Rule, clause: Clause, skip: number): ResolvedClause {
  const scope: Scope = { ...outer, names: new Map(outer.names), seen: new Set() };
  const body = [...resolveBody(scope, clause.body)];
  const resolveInHead = (term: Term): ResolvedTerm => {
    const resolved = resolveTerm(scope, term);
    if (!iterates(resolved)) return resolved;
    // Its variables are bound as if it stood in the body.
    const whole = { is: 'slot', slot: addSlot(scope, '_', term.at), at: term.at } as const;
    body.push({ is: 'unify', left: whole, right: resolved, replacing: [], at: term.at });
    return whole;
  };
  const value = resolveInHead(clause.value);
  const keys = rule.path.slice(skip).map(resolveInHead);
  return {
    value,
    keys,
    body,
    at: clause.at,
    ...(clause.otherwise ? { otherwise: resolveClause(outer, rule, clause.otherwise, skip) } : {}),
  };
}

function resolveParameters(scope: Scope, rule: Rule): readonly ResolvedTerm[] | undefined {
  const seen = new Set<string>();
  for (const item of rule.items ?? []) {
    visitPatternNames(item, (name, { at }) => {
      if (name !== '_' && !seen.has(name)) {
        seen.add(name);
        declareVariable(scope, name, at, undefined);
      }
    });
  }
  return rule.items?.map((item) => resolveTerm(scope, item));
}

/** Resolves the names of one rule. @throws PolicyError */
export function resolveRule(surroundings: ModuleScope, module: Module, rule: Rule): ResolvedRule {
  const clauses: RuleScope = { module: surroundings, slots: [], metadata: findMetadata(surroundings.annotations, module, rule) };
  const scope = createScope(clauses);
  const items = resolveParameters(scope, rule);
  const constants = constantPath(rule);
  if (items && constants.length < rule.path.length) throwCompileError(scope, rule.at, 'a function is no part of an object');
  const clause = resolveClause(scope, rule, rule.clause, constants.length);
  checkUnusedVariables(clauses);
  return {
    file: module.file,
    at: rule.at,
    path: [...module.package, rule.name, ...constants],
    produces: rule.produces,
    isDefault: rule.isDefault,
    ...(items ? { items } : {}),
    clause,
    slots: clauses.slots,
  };
}
