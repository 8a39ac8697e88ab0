/**
 * What a policy computes with. Whole numbers beyond 2^53 are bigints, everything smaller is a number, so that a
 * number has one spelling and nanoseconds stay exact. Sets and objects hold their members in the language's order.
 */
export type RegoValue = null | boolean | number | bigint | string | readonly RegoValue[] | SetValue | ObjectValue;
/** Members by canonical key, in order. */
export interface SetValue {
  readonly kind: 'set';
  readonly members: ReadonlyMap<string, RegoValue>;
}
/** Entries by canonical key of their key, in order of their keys. */
export interface ObjectValue {
  readonly kind: 'object';
  readonly entries: ReadonlyMap<string, readonly [key: RegoValue, value: RegoValue]>;
}

export const isArray = (value: RegoValue): value is readonly RegoValue[] => Array.isArray(value);
export const isSet = (value: RegoValue): value is SetValue =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'set';
export const isObject = (value: RegoValue): value is ObjectValue =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'object';
export const isNumber = (value: RegoValue): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';
export const isString = (value: RegoValue): value is string => typeof value === 'string';

/** The language's name of a value's type, as `type_name` tells it. */
export function typeName(value: RegoValue): 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object' | 'set' {
  if (value === null) return 'null';
  if (typeof value === 'boolean' || typeof value === 'string') return typeof value as 'boolean' | 'string';
  if (isNumber(value)) return 'number';
  return isArray(value) ? 'array' : (value as SetValue | ObjectValue).kind;
}
