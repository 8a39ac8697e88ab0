import { isArray, isNumber, isObject, isSet, isString, typeName, type RegoValue } from '../values/index.ts';
import { defineBuiltin, type Builtin } from './builtin.ts';

const defineTypeTest = (name: string, holds: (value: RegoValue) => boolean): Builtin => defineBuiltin(name, 1, ([value]) => holds(value));

export const typeBuiltins: readonly Builtin[] = [
  defineTypeTest('is_array', isArray),
  defineTypeTest('is_boolean', (value) => typeof value === 'boolean'),
  defineTypeTest('is_null', (value) => value === null),
  defineTypeTest('is_number', isNumber),
  defineTypeTest('is_object', isObject),
  defineTypeTest('is_set', isSet),
  defineTypeTest('is_string', isString),
  defineBuiltin('type_name', 1, ([value]) => typeName(value)),
];
