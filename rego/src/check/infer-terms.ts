import type { BuiltinCall, FunctionCall, ResolvedComprehension, ResolvedPath, ResolvedTerm } from '../resolve/resolved.ts';
import { findNode, isFunctionNode, type RuleNode } from '../compile/rule-tree.ts';
import {
  anyType,
  boundType,
  keysOfType,
  membersOfType,
  overlaps,
  selectFromType,
  stringType,
  typeOfValue,
  unionOfAll,
  type FunctionType,
  type RegoType,
} from '../types/type.ts';
import { formatPath } from '../syntax/path-text.ts';
import { formatValue, isArray, isObject, isSet, type RegoValue } from '../values/index.ts';
import { checkBody } from './check-body.ts';
import { nestEnvironment, throwTypeError, typeOfNode, type TypeEnvironment } from './environment.ts';
import { unifyWithType } from './unify-types.ts';

const formatStep = (step: ResolvedTerm): string =>
  step.is !== 'constant' ? '[…]' : typeof step.value === 'string' ? `.${step.value}` : `[${formatValue(step.value)}]`;
function throwUndefinedReference(environment: TypeEnvironment, { root, path, at }: ResolvedPath, length: number): never {
  const start = typeof root === 'string' ? root : '…';
  return throwTypeError(environment, at, `undefined ref: ${start}${path.slice(0, length).map(formatStep).join('')}`);
}
const isCollection = (value: RegoValue): boolean => isArray(value) || isObject(value) || isSet(value);

/** The type of what a step of a path leads to. `start`: the type that it starts from. */
function followStep(environment: TypeEnvironment, path: ResolvedPath, index: number, start: RegoType | undefined): RegoType | undefined {
  const step = path.path[index] as ResolvedTerm;
  const keys = start && keysOfType(start);
  if (!start || !keys) return throwUndefinedReference(environment, path, index + 1);
  if (step.is === 'constant' && !isCollection(step.value))
    return selectFromType(start, step.value) ?? throwUndefinedReference(environment, path, index + 1);
  const isPossible =
    step.is === 'path' || step.is === 'builtin' || step.is === 'function' || step.is === 'comprehension'
      ? overlaps(inferTerm(environment, step) ?? anyType, keys)
      : unifyWithType(environment, step, keys);
  return isPossible ? membersOfType(start) : throwUndefinedReference(environment, path, index + 1);
}
function followPath(environment: TypeEnvironment, path: ResolvedPath, from: number, start: RegoType | undefined): RegoType | undefined {
  let type = start;
  for (let index = from; index < path.path.length; index++) type = followStep(environment, path, index, type);
  return type;
}
function inferDataPath(environment: TypeEnvironment, path: ResolvedPath): RegoType | undefined {
  let node: RuleNode = environment.root;
  for (const [index, step] of path.path.entries()) {
    if (step.is !== 'constant') {
      if (!unifyWithType(environment, step, stringType)) throwUndefinedReference(environment, path, index + 1);
      return followPath(environment, path, index + 1, anyType);
    }
    const child = typeof step.value === 'string' ? node.children.get(step.value) : undefined;
    if (!child) return followPath(environment, path, index, anyType);
    if (isFunctionNode(child)) throwUndefinedReference(environment, path, index + 1);
    if (child.rules.length) return followPath(environment, path, index + 1, typeOfNode(environment, child));
    node = child;
  }
  return typeOfNode(environment, node);
}
function inferPath(environment: TypeEnvironment, path: ResolvedPath): RegoType | undefined {
  if (path.root === 'data') return inferDataPath(environment, path);
  if (path.root === 'input') return followPath(environment, path, 0, anyType);
  const start = inferTerm(environment, path.root);
  return followPath(environment, path, 0, start ?? (path.root.is === 'slot' ? anyType : undefined));
}

/** The type of a function, of the language or of a policy. */
export const functionTypeOf = (environment: TypeEnvironment, call: BuiltinCall | FunctionCall): FunctionType | undefined =>
  call.is === 'builtin' ? call.builtin.type : environment.types.functions.get(findNode(environment.root, call.path).node);

/** A rule without parameters can be called where its value may be of several types, or of any (as in Open Policy Agent). */
function checkCallOfValue(environment: TypeEnvironment, { path, at }: FunctionCall): void {
  const { node, rest } = findNode(environment.root, path);
  if (isFunctionNode(node) || (rest.length === 0 && typeOfNode(environment, node).type === 'any')) return;
  throwTypeError(environment, at, `undefined function ${formatPath(['data', ...path])}`);
}
function inferCall(environment: TypeEnvironment, call: BuiltinCall | FunctionCall): RegoType {
  for (const item of call.items) inferTerm(environment, item);
  if (call.is === 'function') checkCallOfValue(environment, call);
  const type = functionTypeOf(environment, call);
  if (!type || type.isVariadic) return type?.result ?? anyType;
  const name = call.is === 'builtin' ? call.builtin.name : formatPath(['data', ...call.path]);
  for (const [index, item] of call.items.entries())
    if (!unifyWithType(environment, item, type.items[index] ?? anyType))
      throwTypeError(environment, item.at, `${name}: invalid argument(s): argument ${index + 1} is of another type`);
  return type.result;
}
function inferComprehension(environment: TypeEnvironment, { kind, key, value, body }: ResolvedComprehension): RegoType {
  const inner = nestEnvironment(environment);
  checkBody(inner, body);
  const [keyType, valueType] = [key && inferTerm(inner, key), inferTerm(inner, value) ?? anyType];
  if (kind === 'array') return { type: 'array', items: [], rest: valueType };
  return kind === 'set'
    ? { type: 'set', of: valueType }
    : { type: 'object', properties: [], dynamic: { key: keyType ?? anyType, value: valueType } };
}
function inferCollection(environment: TypeEnvironment, term: ResolvedTerm & { is: 'array' | 'set' | 'object' }): RegoType | undefined {
  if (term.is !== 'object') {
    const types = term.items.map((item) => inferTerm(environment, item));
    if (types.includes(undefined)) return undefined;
    return term.is === 'array' ? { type: 'array', items: types as RegoType[] } : { type: 'set', of: unionOfAll(types) ?? anyType };
  }
  const entries = term.entries.map(([key, value]) => [key, inferTerm(environment, key), inferTerm(environment, value)] as const);
  if (entries.some(([, key, value]) => !key || !value)) return undefined;
  const properties = entries.flatMap(([key, , value]) => (key.is === 'constant' ? [[key.value, value as RegoType] as const] : []));
  const others = entries.filter(([key]) => key.is !== 'constant');
  const dynamic = {
    key: unionOfAll(others.map(([, key]) => key)) ?? anyType,
    value: unionOfAll(others.map(([, , value]) => value)) ?? anyType,
  };
  return { type: 'object', properties, ...(others.length || properties.length === 0 ? { dynamic } : {}) };
}

/** The type of a term, after its references and calls are checked; undefined while one of its variables has none. @throws PolicyError */
export function inferTerm(environment: TypeEnvironment, term: ResolvedTerm): RegoType | undefined {
  if (term.is === 'slot') return environment.slots[term.slot];
  if (environment.known.has(term)) return environment.known.get(term);
  const found = ((): RegoType | undefined => {
    switch (term.is) {
      case 'constant':
        return typeOfValue(term.value);
      case 'path':
        return inferPath(environment, term);
      case 'builtin':
      case 'function':
        return inferCall(environment, term);
      case 'comprehension':
        return inferComprehension(environment, term);
      default:
        return inferCollection(environment, term);
    }
  })();
  const type = found && boundType(found);
  // A collection whose variables are not known yet is looked at again.
  if (type || (term.is !== 'array' && term.is !== 'set' && term.is !== 'object')) environment.known.set(term, type);
  return type;
}
