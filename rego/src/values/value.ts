/**
 * A value of the language. Integers beyond 2^53 are bigints, smaller ones numbers, so that nanoseconds stay exact. Sets and objects
 * are sorted.
 */
export type RegoValue = null | boolean | number | bigint | DecimalValue | string | readonly RegoValue[] | SetValue | ObjectValue;
/** A number whose text JavaScript would write in another way: `1.0`, `1e2`, `0.33333333333333333335`. */
export interface DecimalValue {
  readonly kind: 'decimal';
  readonly text: string;
}
/** Members by canonical key, sorted. */
export interface SetValue {
  readonly kind: 'set';
  readonly members: ReadonlyMap<string, RegoValue>;
}
/** Entries by the canonical key of their key, sorted by key. */
export interface ObjectValue {
  readonly kind: 'object';
  readonly entries: ReadonlyMap<string, readonly [key: RegoValue, value: RegoValue]>;
}

export const isArray = (value: RegoValue): value is readonly RegoValue[] => Array.isArray(value);
export const isSet = (value: RegoValue): value is SetValue =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'set';
export const isObject = (value: RegoValue): value is ObjectValue =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'object';
export const isNumber = (value: RegoValue): value is number | bigint | DecimalValue =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  (typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'decimal');
export const isString = (value: RegoValue): value is string => typeof value === 'string';

/** The name of a value's type, as returned by `type_name`. */
export function typeName(value: RegoValue): 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object' | 'set' {
  if (value === null) return 'null';
  if (typeof value === 'boolean' || typeof value === 'string') return typeof value as 'boolean' | 'string';
  if (isNumber(value)) return 'number';
  return isArray(value) ? 'array' : (value as SetValue | ObjectValue).kind;
}
