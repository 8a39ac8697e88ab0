import { absentBuiltins, builtins } from '../builtins/index.ts';
import type { Position } from '../errors.ts';
import { formatPath } from '../syntax/path-text.ts';
import type { Term, WithModifier } from '../syntax/index.ts';
import type { BuiltinCall, FunctionCall, WithReplacement } from './resolved.ts';
import { isGlobalName, resolveGlobalPath, throwCompileError, type Scope } from './scope.ts';
import { resolveTerm } from './terms.ts';

/** The names of `a.b["c"]`; undefined for a term with other steps. */
function namesIn(term: Term): readonly string[] | undefined {
  if (term.term === 'name') return [term.name];
  if (term.term !== 'reference' || term.head.term !== 'name') return undefined;
  const steps = term.path.map((step) => (step.term === 'scalar' && typeof step.value === 'string' ? step.value : undefined));
  return steps.includes(undefined) ? undefined : [term.head.name, ...(steps as string[])];
}
/** The function that a term names; undefined where it names none. */
function findFunction(scope: Scope, term: Term): { name: string; call: BuiltinCall | FunctionCall } | undefined {
  const [first, ...rest] = namesIn(term) ?? [];
  if (first === undefined) return undefined;
  if (!isGlobalName(scope, first)) {
    const name = [first, ...rest].join('.');
    const builtin = builtins.get(name);
    return builtin && { name, call: { is: 'builtin', builtin, items: [], at: term.at } };
  }
  const [root, ...path] = [...resolveGlobalPath(scope, first), ...rest];
  if (root !== 'data' || !scope.rule.module.functions.has(formatPath(path))) return undefined;
  return { name: formatPath(['data', ...path]), call: { is: 'function', path, items: [], at: term.at } };
}

/** Functions that `with` must not replace, because the language itself is made of them or they have several results. */
const isIrreplaceable = (name: string): boolean => /^(internal\.|rego\.metadata\.)/.test(name) || name === 'walk' || name === 'print';

/** @throws PolicyError for the name of a function that this engine does not have. */
function checkNotAbsent(scope: Scope, term: Term, at: Position): void {
  const [first = '', ...rest] = namesIn(term) ?? [];
  const name = [first, ...rest].join('.');
  const reason = isGlobalName(scope, first) ? undefined : absentBuiltins.get(name);
  if (reason !== undefined) throwCompileError(scope, at, `the function ${name} is not in this engine: ${reason}`, 'unsupported');
}

/** Resolves `with target as value`. @throws PolicyError for a target that is neither a document nor a function. */
export function resolveWith(scope: Scope, { target, value, at }: WithModifier): WithReplacement {
  const found = findFunction(scope, target);
  if (found) {
    if (isIrreplaceable(found.name)) throwCompileError(scope, at, `\`with\` cannot replace the function ${found.name}`);
    checkNotAbsent(scope, value, value.at);
    const by = findFunction(scope, value)?.call;
    return { target: 'function', ...found, ...(by ? { by } : { value: resolveTerm(scope, value) }) };
  }
  checkNotAbsent(scope, target, at);
  const [first] = namesIn(target) ?? [];
  const isDocument = first !== undefined && isGlobalName(scope, first);
  const path = isDocument ? resolveTerm(scope, target) : undefined;
  if (path?.is !== 'path' || typeof path.root !== 'string')
    return throwCompileError(scope, at, '`with` replaces existing paths of `input` and `data`, and functions');
  const steps = path.path.flatMap((step) => (step.is === 'constant' ? [step.value] : []));
  return { target: 'document', root: path.root, path: steps, value: resolveTerm(scope, value) };
}
