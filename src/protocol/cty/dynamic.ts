import type { CtyType } from '@slipway/declarations/block-schema';
import { isUnknownValue } from './unknown.ts';

/** The types that collections of dynamic type came with, so that they leave as what they were (a list is not a tuple). */
const dynamicTypes = new WeakMap<object, CtyType>();

export const rememberType = (value: unknown, type: CtyType): void => {
  if (typeof value === 'object' && value !== null && !isUnknownValue(value)) dynamicTypes.set(value, type);
};

/** The type of a value without a declared type: arrays are tuples, plain objects are objects. */
export const inferType = (value: unknown): CtyType => {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'bool';
  if (value === null || value === undefined || isUnknownValue(value)) return 'dynamic';
  const known = dynamicTypes.get(value as object);
  if (known !== undefined) return known;
  if (Array.isArray(value)) return ['tuple', value.map(inferType)];
  return ['object', Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, inferType(one)]))];
};

/** A type as JSON, from the wire; depth and shape are checked because it is recursed over. */
export const parseType = (json: string): CtyType => {
  const check = (type: unknown, depth: number): void => {
    if (depth > 64) throw new RangeError('a type is nested more than 64 deep');
    if (type === 'string' || type === 'bool' || type === 'number' || type === 'dynamic') return;
    const [kind, inner] = Array.isArray(type) ? (type as unknown[]) : [];
    if (kind === 'list' || kind === 'set' || kind === 'map') check(inner, depth + 1);
    else if ((kind === 'tuple' && Array.isArray(inner)) || (kind === 'object' && typeof inner === 'object' && inner !== null))
      for (const one of Object.values(inner as object)) check(one, depth + 1);
    else throw new TypeError(`${JSON.stringify(type)} is not a type`);
  };
  const type: unknown = JSON.parse(json);
  check(type, 0);
  return type as CtyType;
};
