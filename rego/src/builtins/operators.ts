import {
  add,
  compareValues,
  divide,
  isEqual,
  getField,
  hasMember,
  isArray,
  isNumber,
  isObject,
  isSet,
  membersOf,
  multiply,
  remainder,
  setOf,
  subtract,
  type RegoNumber,
  type SetValue,
  type RegoValue,
} from '../values/index.ts';
import { defineBuiltin, asNumber, asSet, type Builtin, type BuiltinContext } from './builtin.ts';

const defineComparison = (name: string, holds: (order: number) => boolean): Builtin =>
  defineBuiltin(name, 2, ([left, right]) => holds(compareValues(left, right)));

/** Ends the evaluation for a number that is too large to calculate with. */
function checkResult(result: RegoNumber | undefined, { checkSize }: BuiltinContext): RegoNumber | undefined {
  if (result === undefined) checkSize(Number.POSITIVE_INFINITY);
  return result;
}
const setDifference = (left: SetValue, right: SetValue) => setOf(membersOf(left).filter((member) => !hasMember(right, member)));
const isMember = (value: RegoValue, domain: RegoValue): boolean => {
  if (isSet(domain)) return hasMember(domain, value);
  if (isArray(domain)) return domain.some((item) => isEqual(item, value));
  return isObject(domain) && [...domain.entries.values()].some(([, item]) => isEqual(item, value));
};
const isMemberAt = (key: RegoValue, value: RegoValue, domain: RegoValue): boolean => {
  const child = isArray(domain)
    ? typeof key === 'number'
      ? domain[key]
      : undefined
    : isObject(domain)
      ? getField(domain, key)
      : undefined;
  return child !== undefined && isEqual(child, value);
};

export const operatorBuiltins: readonly Builtin[] = [
  defineComparison('equal', (order) => order === 0),
  defineComparison('neq', (order) => order !== 0),
  defineComparison('lt', (order) => order < 0),
  defineComparison('lte', (order) => order <= 0),
  defineComparison('gt', (order) => order > 0),
  defineComparison('gte', (order) => order >= 0),
  defineBuiltin('plus', 2, ([left, right], context) => checkResult(add(asNumber(left), asNumber(right)), context)),
  defineBuiltin('minus', 2, ([left, right], context) =>
    isNumber(left) ? checkResult(subtract(asNumber(left), asNumber(right)), context) : setDifference(asSet(left), asSet(right)),
  ),
  defineBuiltin('mul', 2, ([left, right], context) => checkResult(multiply(asNumber(left), asNumber(right)), context)),
  defineBuiltin('div', 2, ([left, right]) => divide(asNumber(left), asNumber(right))),
  defineBuiltin('rem', 2, ([left, right]) => remainder(asNumber(left), asNumber(right))),
  defineBuiltin('and', 2, ([left, right]) => {
    const other = asSet(right);
    return setOf(membersOf(asSet(left)).filter((member) => hasMember(other, member)));
  }),
  defineBuiltin('or', 2, ([left, right]) => setOf([...membersOf(asSet(left)), ...membersOf(asSet(right))])),
  defineBuiltin('internal.member_2', 2, ([value, domain]) => isMember(value, domain)),
  defineBuiltin('internal.member_3', 3, ([key, value, domain]) => isMemberAt(key, value, domain)),
];
