import { builtins } from '../builtins/index.ts';
import type { Body, Statement, Term } from '../syntax/index.ts';
import { resolveCallWithResult } from './calls.ts';
import { capturedSlots } from './slots.ts';
import { resolveNegation } from './negation.ts';
import { visitStatementNames, visitPatternNames } from './names.ts';
import type { ResolvedTerm, ResolvedStatement, ResolvedBody } from './resolved.ts';
import { declareVariable, addSlot, isGlobalName, findSlot, throwCompileError, createScope, type Scope } from './scope.ts';
import { resolveTerm } from './terms.ts';
import { resolveWith } from './with.ts';

function resolvePattern(scope: Scope, pattern: Term, how: 'assigned' | 'declared' | undefined): ResolvedTerm {
  visitPatternNames(pattern, (name, { at }) => {
    if (name !== '_') declareVariable(scope, name, at, how);
  });
  const before = scope.rule.slots.map(({ uses }) => uses);
  const resolved = resolveTerm(scope, pattern);
  // A declaration is not a use.
  visitPatternNames(pattern, (name) => {
    const slot = scope.names.get(name);
    const use = slot === undefined ? undefined : scope.rule.slots[slot];
    if (use) use.uses = before[slot as number] ?? 0;
  });
  return resolved;
}

function resolveExpression(
  scope: Scope,
  term: Term,
): { is: 'holds'; term: ResolvedTerm } | { is: 'unify'; left: ResolvedTerm; right: ResolvedTerm; isCall: true } {
  if (term.term !== 'call' || term.name === 'set') return { is: 'holds', term: resolveTerm(scope, term) };
  const { call, result } = resolveCallWithResult(scope, builtins, term);
  return result ? { is: 'unify', left: call, right: result, isCall: true } : { is: 'holds', term: call };
}

/** @throws PolicyError where `:=` would assign to something else than names. */
function checkAssignable(scope: Scope, pattern: Term): void {
  if (pattern.term === 'array') for (const item of pattern.items) checkAssignable(scope, item);
  else if (pattern.term === 'object') for (const [, value] of pattern.entries) checkAssignable(scope, value);
  else if (pattern.term !== 'name') throwCompileError(scope, pattern.at, '`:=` assigns to a name, or to names in an array or object');
}

function resolveAssign(scope: Scope, left: Term, right: Term): { is: 'unify'; left: ResolvedTerm; right: ResolvedTerm } {
  const value = resolveTerm(scope, right);
  checkAssignable(scope, left);
  return { is: 'unify', left: resolvePattern(scope, left, 'assigned'), right: value };
}

type WithoutDeclaration = Exclude<Statement, { is: 'declare' }>;

const isPrintCall = (statement: Statement): statement is Extract<Statement, { is: 'term' }> =>
  statement.is === 'term' && statement.term.term === 'call' && statement.term.name === 'print';

/** The statement, after the calls that it takes out of a negation. */
function resolveStatements(scope: Scope, statement: Statement): readonly ResolvedStatement[] {
  const { at } = statement;
  if (statement.is === 'declare') {
    for (const name of statement.names) declareVariable(scope, name, at, 'declared');
    return [];
  }
  if (statement.is !== 'not') return [resolveStatement(scope, statement)];
  // Printing does not affect the result: Open Policy Agent drops a negation of a `print` call, and its `with`.
  if (isPrintCall(statement.statement)) return resolveStatements(scope, { ...statement.statement, withs: [] });
  const replacing = statement.withs.map((each) => resolveWith(scope, each));
  const inner = resolveStatements(scope, statement.statement);
  const { before, step, operands } = resolveNegation(scope, inner.at(-1) as ResolvedStatement);
  return [
    ...inner.slice(0, -1),
    ...before.map((each) => ({ is: 'unify', ...each, replacing, at }) as const),
    { is: 'not', step, operands, replacing, at },
  ];
}

function resolveStatement(scope: Scope, statement: Exclude<WithoutDeclaration, { is: 'not' }>): ResolvedStatement {
  const { at } = statement;
  const rest = { replacing: statement.withs.map((each) => resolveWith(scope, each)), at };
  switch (statement.is) {
    case 'term':
      return { ...resolveExpression(scope, statement.term), ...rest };
    case 'unify':
      return { is: 'unify', left: resolveTerm(scope, statement.left), right: resolveTerm(scope, statement.right), ...rest };
    case 'assign':
      return { ...resolveAssign(scope, statement.left, statement.right), ...rest };
    case 'some': {
      const domain = resolveTerm(scope, statement.domain);
      const key = statement.key && resolvePattern(scope, statement.key, undefined);
      return { is: 'member', ...(key ? { key } : {}), value: resolvePattern(scope, statement.value, undefined), domain, ...rest };
    }
    case 'every': {
      const domain = resolveTerm(scope, statement.domain);
      const [inner, before] = [createScope(scope.rule, scope), scope.rule.slots.length];
      const key = statement.key && resolvePattern(inner, statement.key, 'declared');
      const value = resolvePattern(inner, statement.value, 'declared');
      const body = resolveBody(inner, statement.body);
      return { is: 'every', ...(key ? { key } : {}), value, domain, body, outer: capturedSlots(before, body, []), ...rest };
    }
  }
}

/** Declares names that are only used: they belong to the outermost body that contains them. */
function declareImplicitVariables(scope: Scope, body: Body): void {
  const declared = new Set<string>();
  const addDeclared = (name: string) => {
    declared.add(name);
  };
  for (const statement of body) {
    if (statement.is === 'declare') statement.names.forEach(addDeclared);
    if (statement.is === 'assign') visitPatternNames(statement.left, addDeclared);
    if (statement.is === 'some')
      for (const pattern of [statement.key, statement.value]) if (pattern) visitPatternNames(pattern, addDeclared);
  }
  for (const statement of body) {
    visitStatementNames(statement, (name, { at }) => {
      if (name === '_' || declared.has(name) || isGlobalName(scope, name) || findSlot(scope, name) !== undefined) return;
      scope.names.set(name, addSlot(scope, name, at));
    });
  }
}

/** Resolves the names of a body, statement by statement. */
export function resolveBody(scope: Scope, body: Body): ResolvedBody {
  declareImplicitVariables(scope, body);
  scope.seen.clear();
  return body.flatMap((statement) => resolveStatements(scope, statement));
}
