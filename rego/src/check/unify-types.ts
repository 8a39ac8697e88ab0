import type { ResolvedObject, ResolvedTerm } from '../resolve/resolved.ts';
import { anyType, isAny, membersOfType, overlaps, selectFromType, unionOf, type RegoType } from '../types/type.ts';
import { entriesOf, isArray, isObject, isSet, membersOf } from '../values/index.ts';
import type { TypeEnvironment } from './environment.ts';
import { inferTerm } from './infer-terms.ts';

/** The terms of a constant collection. */
function expandConstant(term: ResolvedTerm): ResolvedTerm {
  if (term.is !== 'constant') return term;
  const { value, at } = term;
  const each = (value: typeof term.value): ResolvedTerm => ({ is: 'constant', value, at });
  if (isArray(value)) return { is: 'array', items: value.map(each), at };
  if (isSet(value)) return { is: 'set', items: membersOf(value).map(each), at };
  if (isObject(value)) return { is: 'object', entries: entriesOf(value).map(([key, child]) => [each(key), each(child)] as const), at };
  return term;
}

function unifyItems(environment: TypeEnvironment, items: readonly ResolvedTerm[], type: RegoType, isUnion: boolean): boolean {
  if (type.type !== 'array' || (items.length !== type.items.length && !type.rest)) return false;
  return items.every((item, index) => {
    const expected = type.items[index] ?? type.rest;
    return expected !== undefined && unifyWithType(environment, item, expected, isUnion);
  });
}
function unifyEntries(environment: TypeEnvironment, { entries }: ResolvedObject, type: RegoType, isUnion: boolean): boolean {
  if (type.type !== 'object' || (entries.length !== type.properties.length && !type.dynamic)) return false;
  return entries.every(([key, value]) => {
    if (key.is !== 'constant') {
      unifyWithType(environment, value, anyType, isUnion);
      return true;
    }
    const expected = selectFromType(type, key.value);
    return expected !== undefined && unifyWithType(environment, value, expected, isUnion);
  });
}
function unifyCollection(environment: TypeEnvironment, term: ResolvedTerm, type: RegoType, isUnion: boolean): boolean {
  switch (term.is) {
    case 'array':
      return unifyItems(environment, term.items, type, isUnion);
    case 'object':
      return unifyEntries(environment, term, type, isUnion);
    case 'set':
      return type.type === 'set' && term.items.every((item) => unifyWithType(environment, item, membersOfType(type) ?? anyType, isUnion));
    default:
      return false;
  }
}
function unifyWithAny(environment: TypeEnvironment, term: ResolvedTerm, type: RegoType & { type: 'any' }): boolean {
  if (!isAny(type)) return type.of.map((part) => unifyWithType(environment, term, part, true)).some(Boolean);
  const items = term.is === 'array' || term.is === 'set' ? term.items : term.is === 'object' ? term.entries.flat() : [];
  for (const item of items) unifyWithType(environment, item, anyType, true);
  return true;
}

/** Whether a term can have a type; its variables that have none yet get theirs. `isUnion`: variables get further alternatives. */
export function unifyWithType(environment: TypeEnvironment, term: ResolvedTerm, type: RegoType, isUnion = false): boolean {
  if (term.is === 'slot') {
    const known = environment.slots[term.slot];
    if (known && !isUnion) return overlaps(known, type);
    environment.slots[term.slot] = unionOf(known, type) ?? type;
    return true;
  }
  const expanded = expandConstant(term);
  if (expanded.is !== 'array' && expanded.is !== 'set' && expanded.is !== 'object') return overlaps(inferTerm(environment, term), type);
  return type.type === 'any' ? unifyWithAny(environment, expanded, type) : unifyCollection(environment, expanded, type, isUnion);
}

function unifyArrays(environment: TypeEnvironment, left: ResolvedTerm, right: ResolvedTerm): boolean {
  if (left.is !== 'array' || right.is !== 'array' || left.items.length !== right.items.length) return false;
  return left.items.every((item, index) => unifyTermTypes(environment, item, right.items[index] as ResolvedTerm));
}
function unifyObjects(environment: TypeEnvironment, left: ResolvedTerm, right: ResolvedTerm): boolean {
  if (left.is !== 'object' || right.is !== 'object' || left.entries.length !== right.entries.length) return false;
  return left.entries.every(([key, value], index) => {
    if (key.is !== 'constant') return true;
    const other = right.entries.find(([each]) => each.is === 'constant' && each.value === key.value) ?? right.entries[index];
    return other === undefined || unifyTermTypes(environment, value, other[1]);
  });
}

/** Whether two terms can be equal; variables that have no type yet get theirs. */
export function unifyTermTypes(environment: TypeEnvironment, left: ResolvedTerm, right: ResolvedTerm): boolean {
  const [leftType, rightType] = [inferTerm(environment, left), inferTerm(environment, right)];
  if (leftType && rightType) return overlaps(leftType, rightType);
  if (rightType) return unifyWithType(environment, left, rightType);
  if (leftType) return unifyWithType(environment, right, leftType);
  if (left.is === 'slot' && right.is === 'slot')
    return unifyWithType(environment, left, anyType) && unifyWithType(environment, right, environment.slots[left.slot] ?? anyType);
  const [one, other] = [expandConstant(left), expandConstant(right)];
  // A variable and a collection of variables: the members have no types to learn from.
  if (one.is === 'slot' || other.is === 'slot') return true;
  return one.is === 'object' ? unifyObjects(environment, one, other) : unifyArrays(environment, one, other);
}
