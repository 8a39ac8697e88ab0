import type { Clause, Module, Rule } from '../syntax/index.ts';
import { resolveBody } from './body.ts';
import { findMetadata } from './metadata.ts';
import { visitPatternNames } from './names.ts';
import type { ResolvedTerm, ResolvedClause, ResolvedRule } from './resolved.ts';
import {
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

function resolveClause(outer: Scope, rule: Rule, clause: Clause, skip: number): ResolvedClause {
  const scope: Scope = { ...outer, names: new Map(outer.names), seen: new Set() };
  const body = resolveBody(scope, clause.body);
  const keys = rule.path.slice(skip).map((step) => resolveTerm(scope, step));
  const value = resolveTerm(scope, clause.value);
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
