import type { Builtin } from '../builtins/builtin.ts';
import { absentBuiltins } from '../builtins/absent.ts';
import type { CallTerm } from '../syntax/index.ts';
import { setOf } from '../values/index.ts';
import { formatPath } from '../syntax/path-text.ts';
import type { BuiltinCall, FunctionCall, ResolvedTerm } from './resolved.ts';
import { resolveGlobalPath, isGlobalName, throwCompileError, type Scope } from './scope.ts';
import { resolveTerm } from './terms.ts';

const operatorSymbols: Readonly<Record<string, string>> = { 'internal.member_2': 'in', 'internal.member_3': 'in' };
const metadataCalls: Readonly<Record<string, 'rule' | 'chain'>> = { 'rego.metadata.rule': 'rule', 'rego.metadata.chain': 'chain' };
const formatArity = (count: number) => `${count} argument${count === 1 ? '' : 's'}`;

function resolveCallee(
  scope: Scope,
  builtins: ReadonlyMap<string, Builtin>,
  { name: called, steps = called.split('.'), at }: CallTerm,
): { builtin: Builtin } | { path: readonly string[]; takes: number } {
  const [first = '', ...rest] = steps;
  if (!isGlobalName(scope, first)) {
    const builtin = builtins.get(called);
    if (builtin?.isDeprecated && scope.rule.module.version === 1)
      return throwCompileError(scope, at, `the function ${called} is deprecated: files in the newer syntax do not have it`);
    if (builtin) return { builtin };
    const reason = absentBuiltins.get(called);
    return reason === undefined
      ? throwCompileError(scope, at, `undefined function ${operatorSymbols[called] ?? called}`)
      : throwCompileError(scope, at, `the function ${called} is not in this engine: ${reason}`, 'unsupported');
  }
  const [root, ...path] = [...resolveGlobalPath(scope, first), ...rest];
  const { functions, values } = scope.rule.module;
  const name = formatPath(path);
  // Whether the type of the value lets the call pass is known when types are checked.
  const arity = root === 'data' ? (functions.get(name) ?? (values.has(name) ? 0 : undefined)) : undefined;
  return arity === undefined
    ? throwCompileError(scope, at, `undefined function ${formatPath([root as string, ...path])}`)
    : { path, takes: arity };
}

/** A call with one argument more than the function has binds its result to that argument (older syntax). */
export interface ResolvedCall {
  readonly call: BuiltinCall | FunctionCall;
  readonly result?: ResolvedTerm;
}

export function resolveCallWithResult(scope: Scope, builtins: ReadonlyMap<string, Builtin>, term: CallTerm): ResolvedCall {
  const { at } = term;
  const callee = resolveCallee(scope, builtins, term);
  const arity = 'builtin' in callee ? callee.builtin.arity : callee.takes;
  const items = term.items.map((item) => resolveTerm(scope, item));
  const result = arity !== 'any' && items.length === arity + 1 ? items.pop() : undefined;
  if (arity !== 'any' && items.length !== arity)
    throwCompileError(scope, at, `${term.name} takes ${formatArity(arity)}, not ${term.items.length}`);
  const call =
    'builtin' in callee
      ? ({ is: 'builtin', builtin: callee.builtin, items, at } as const)
      : ({ is: 'function', path: callee.path, items, at } as const);
  return { call, ...(result ? { result } : {}) };
}

/** Resolves a call in a term. @throws PolicyError for unknown functions and for too many or too few arguments. */
export function resolveCall(scope: Scope, builtins: ReadonlyMap<string, Builtin>, term: CallTerm): ResolvedTerm {
  if (term.name === 'set' && term.items.length === 0) return { is: 'constant', value: setOf([]), at: term.at };
  if (term.name === 'print') throwCompileError(scope, term.at, 'print has no value: it is a statement of its own');
  const { call, result } = resolveCallWithResult(scope, builtins, term);
  // Known when the policy is compiled, as in Open Policy Agent.
  const metadata = 'builtin' in call ? metadataCalls[call.builtin.name] : undefined;
  if (metadata) return { is: 'constant', value: scope.rule.metadata[metadata], at: term.at };
  return result
    ? throwCompileError(scope, term.at, `${term.name} takes ${formatArity(call.items.length)}, not ${term.items.length}`)
    : call;
}
