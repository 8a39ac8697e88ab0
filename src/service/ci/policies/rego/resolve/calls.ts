import type { Builtin } from '../builtins/builtin.ts';
import type { Call } from '../syntax/index.ts';
import { setOf } from '../values/index.ts';
import type { BuiltinCall, FunctionCall, Resolved } from './resolved.ts';
import { globalPath, isGlobal, refuse, type Scope } from './scope.ts';
import { resolveTerm } from './terms.ts';

const operators: Readonly<Record<string, string>> = { 'internal.member_2': 'in', 'internal.member_3': 'in' };
const counted = (count: number) => `${count} argument${count === 1 ? '' : 's'}`;

function target(scope: Scope, builtins: ReadonlyMap<string, Builtin>, { name, at }: Call): { builtin: Builtin } | { path: readonly string[]; takes: number } {
  const [first = '', ...rest] = name.split('.');
  if (!isGlobal(scope, first)) {
    const builtin = builtins.get(name);
    return builtin ? { builtin } : refuse(scope, at, `${operators[name] ?? name} is no function that this engine knows`, 'unsupported');
  }
  const [root, ...path] = [...globalPath(scope, first), ...rest];
  const takes = root === 'data' ? scope.clauses.surroundings.functions.get(path.join('.')) : undefined;
  return takes === undefined ? refuse(scope, at, `undefined function ${[root, ...path].join('.')}`) : { path, takes };
}

/** A call with one argument more than the function takes puts its result there, the older way to name a result. */
export interface WithResult { readonly call: BuiltinCall | FunctionCall; readonly result?: Resolved }

export function resolveCallWithResult(scope: Scope, builtins: ReadonlyMap<string, Builtin>, term: Call): WithResult {
  const { at } = term;
  const found = target(scope, builtins, term);
  const takes = 'builtin' in found ? found.builtin.takes : found.takes;
  const items = term.items.map((item) => resolveTerm(scope, item));
  const result = takes !== 'any' && items.length === takes + 1 ? items.pop() : undefined;
  if (takes !== 'any' && items.length !== takes) refuse(scope, at, `${term.name} takes ${counted(takes)}, not ${term.items.length}`);
  const call = 'builtin' in found ? { is: 'builtin', builtin: found.builtin, items, at } as const : { is: 'function', path: found.path, items, at } as const;
  return { call, ...(result ? { result } : {}) };
}

/** A call where a value is meant. @throws PolicyFault for unknown functions and for too many or too few arguments. */
export function resolveCall(scope: Scope, builtins: ReadonlyMap<string, Builtin>, term: Call): Resolved {
  if (term.name === 'set' && term.items.length === 0) return { is: 'constant', value: setOf([]), at: term.at };
  const { call, result } = resolveCallWithResult(scope, builtins, term);
  return result ? refuse(scope, term.at, `${term.name} takes ${counted(call.items.length)}, not ${term.items.length}`) : call;
}
