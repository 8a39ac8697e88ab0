import { builtins } from '../builtins/index.ts';
import type { Comprehension, NameTerm, ObjectTerm, Reference, Term } from '../syntax/index.ts';
import { keyOf, objectOf, setOf, type RegoValue } from '../values/index.ts';
import { resolveBody } from './body.ts';
import { resolveCall } from './calls.ts';
import { capturedSlots } from './slots.ts';
import type { ConstantTerm, ResolvedTerm } from './resolved.ts';
import { addSlot, resolveGlobalPath, isGlobalName, findSlot, throwCompileError, createScope, type Scope } from './scope.ts';

const constants = (terms: readonly ResolvedTerm[]): readonly RegoValue[] | undefined =>
  terms.every((term): term is ConstantTerm => term.is === 'constant') ? terms.map(({ value }) => value) : undefined;
const constant = (value: RegoValue, at: ConstantTerm['at']): ConstantTerm => ({ is: 'constant', value, at });

function resolveName(scope: Scope, { name, at }: NameTerm): ResolvedTerm {
  if (name === '_') return { is: 'slot', slot: addSlot(scope, '_', at), at };
  let slot = findSlot(scope, name);
  if (slot === undefined && isGlobalName(scope, name)) {
    const [root, ...path] = resolveGlobalPath(scope, name);
    return { is: 'path', root: root as 'data' | 'input', path: path.map((step) => constant(step, at)), at };
  }
  if (slot === undefined) scope.names.set(name, (slot = addSlot(scope, name, at)));
  const use = scope.rule.slots[slot];
  if (use) use.uses++;
  return { is: 'slot', slot, at };
}

/** Checks the constant beginning of a path below `data`. */
function checkForbiddenPath(scope: Scope, path: readonly ResolvedTerm[], at: ConstantTerm['at']): void {
  const { forbiddenPaths } = scope.rule.module;
  let prefix = '';
  for (const step of forbiddenPaths.size > 0 ? path : []) {
    if (step.is !== 'constant' || typeof step.value !== 'string') return;
    prefix = prefix === '' ? step.value : `${prefix}.${step.value}`;
    const reason = forbiddenPaths.get(prefix);
    if (reason !== undefined) throwCompileError(scope, at, reason);
  }
}

function resolveReference(scope: Scope, { head, path, at }: Reference): ResolvedTerm {
  const start = resolveTerm(scope, head);
  const steps = path.map((step) => resolveTerm(scope, step));
  if (start.is === 'path') {
    const steppedPath = [...start.path, ...steps];
    if (start.root === 'data') checkForbiddenPath(scope, steppedPath, at);
    return { ...start, path: steppedPath, at };
  }
  return { is: 'path', root: start, path: steps, at };
}

function resolveObject(scope: Scope, { entries: terms, at }: ObjectTerm): ResolvedTerm {
  const all = terms.map(([key, value]) => [resolveTerm(scope, key), resolveTerm(scope, value)] as const);
  // The last of several entries with the same constant key counts.
  const last = new Map(all.flatMap(([key], index) => (key.is === 'constant' ? [[keyOf(key.value), index] as const] : [])));
  const entries = all.filter(([key], index) => key.is !== 'constant' || last.get(keyOf(key.value)) === index);
  const values = entries.map(constants);
  return values.every((entry) => entry !== undefined)
    ? constant(objectOf(values as unknown as [RegoValue, RegoValue][]), at)
    : { is: 'object', entries, at };
}

function resolveComprehension(scope: Scope, term: Comprehension): ResolvedTerm {
  const inner = createScope(scope.rule, scope);
  const slotsBefore = scope.rule.slots.length;
  const body = resolveBody(inner, term.body);
  const key = term.key && resolveTerm(inner, term.key);
  const value = resolveTerm(inner, term.value);
  return {
    is: 'comprehension',
    kind: term.kind,
    ...(key ? { key } : {}),
    value,
    body,
    outer: capturedSlots(slotsBefore, body, key ? [key, value] : [value]),
    at: term.at,
  };
}

/** Resolves every name in a term. @throws PolicyError for unknown functions. */
export function resolveTerm(scope: Scope, term: Term): ResolvedTerm {
  const { at } = term;
  switch (term.term) {
    case 'scalar':
      return constant(term.value, at);
    case 'name':
      return resolveName(scope, term);
    case 'reference':
      return resolveReference(scope, term);
    case 'array':
    case 'set': {
      const items = term.items.map((item) => resolveTerm(scope, item));
      const values = constants(items);
      return values ? constant(term.term === 'array' ? values : setOf(values), at) : { is: term.term, items, at };
    }
    case 'object':
      return resolveObject(scope, term);
    case 'comprehension':
      return resolveComprehension(scope, term);
    case 'call':
      return resolveCall(scope, builtins, term);
  }
}
