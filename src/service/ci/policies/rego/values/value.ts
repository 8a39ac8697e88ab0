/**
 * What a policy computes with. Whole numbers beyond 2^53 are bigints, everything smaller is a number, so that a
 * number has one spelling and nanoseconds stay exact. Sets and objects hold their members in the language's order.
 */
export type Value = null | boolean | number | bigint | string | readonly Value[] | SetValue | ObjectValue;
/** Members by canonical key, in order. */
export interface SetValue { readonly kind: 'set'; readonly members: ReadonlyMap<string, Value> }
/** Entries by canonical key of their key, in order of their keys. */
export interface ObjectValue { readonly kind: 'object'; readonly entries: ReadonlyMap<string, readonly [key: Value, value: Value]> }

export const isArray = (value: Value): value is readonly Value[] => Array.isArray(value);
export const isSet = (value: Value): value is SetValue => typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'set';
export const isObject = (value: Value): value is ObjectValue => typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'object';
export const isNumber = (value: Value): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';
export const isString = (value: Value): value is string => typeof value === 'string';

/** The language's name of a value's type, as `type_name` tells it. */
export function typeName(value: Value): 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object' | 'set' {
  if (value === null) return 'null';
  if (typeof value === 'boolean' || typeof value === 'string') return typeof value as 'boolean' | 'string';
  if (isNumber(value)) return 'number';
  return isArray(value) ? 'array' : (value as SetValue | ObjectValue).kind;
}
