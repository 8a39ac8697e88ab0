import { isAbsent, isUnknown, type AttributeKind, type Values } from '@slipway/declarations/declare';

/** Equality as the kind means it: sets without order, objects member by member, null as absent, two spellings as one. */
export const isEqual = (kind: AttributeKind, a: unknown, b: unknown): boolean => {
  if (isAbsent(a) || isAbsent(b)) return isAbsent(a) && isAbsent(b);
  if (isUnknown(a) || isUnknown(b)) return false;
  if (kind.isSameValue?.(a, b)) return true;
  if (kind.members) {
    return Object.entries(kind.members).every(([name, member]) => isEqual(member.kind, (a as Values)[name], (b as Values)[name]));
  }
  const item = kind.item;
  if (item && kind.collection === 'map') return equalMaps(item, a as Values, b as Values);
  if (item && Array.isArray(a) && Array.isArray(b)) return kind.collection === 'set' ? equalSets(item, a, b) : equalLists(item, a, b);
  return a === b;
};

const equalMaps = (item: AttributeKind, a: Values, b: Values): boolean => {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && isEqual(item, a[key], b[key]));
};

const equalLists = (item: AttributeKind, a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, index) => isEqual(item, value, b[index]));

const equalSets = (item: AttributeKind, a: readonly unknown[], b: readonly unknown[]): boolean => {
  if (item.type === 'string' && !item.isSameValue) {
    const left = new Set(a),
      right = new Set(b);
    return left.size === right.size && [...left].every((value) => right.has(value));
  }
  return (
    a.every((value) => b.some((other) => isEqual(item, value, other))) && b.every((value) => a.some((other) => isEqual(item, value, other)))
  );
};

/** Whether the value is null, "", [] or {}. */
export const isEmpty = (value: unknown): boolean =>
  isAbsent(value) || value === '' || (typeof value === 'object' && value !== null && !isUnknown(value) && Object.keys(value).length === 0);

/** Equality in which all empty values (`""`, `[]`, `{}`, null) are equal. */
export const isEqualOrEmpty = (kind: AttributeKind, ours: unknown, theirs: unknown): boolean =>
  isEqual(kind, ours, theirs) || (isEmpty(ours) && isEmpty(theirs));
