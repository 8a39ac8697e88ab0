import { isArray, isNumber, isObject, isSet, isString, typeName, type Value } from '../values/index.ts';
import { define, type Builtin } from './builtin.ts';

const is = (name: string, holds: (value: Value) => boolean): Builtin => define(name, 1, ([value]) => holds(value));

export const types: readonly Builtin[] = [
  is('is_array', isArray), is('is_boolean', (value) => typeof value === 'boolean'), is('is_null', (value) => value === null),
  is('is_number', isNumber), is('is_object', isObject), is('is_set', isSet), is('is_string', isString),
  define('type_name', 1, ([value]) => typeName(value)),
];
