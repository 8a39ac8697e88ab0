import { add, compare, divide, equals, fieldOf, has, isArray, isNumber, isObject, isSet, membersOf, multiply, remainder, setOf, subtract, type SetValue, type Value } from '../values/index.ts';
import { define, numeric, set, type Builtin } from './builtin.ts';

const ordered = (name: string, holds: (order: number) => boolean): Builtin => define(name, 2, ([left, right]) => holds(compare(left, right)));

const without = (left: SetValue, right: SetValue) => setOf(membersOf(left).filter((member) => !has(right, member)));
const within = (value: Value, domain: Value): boolean => {
  if (isSet(domain)) return has(domain, value);
  if (isArray(domain)) return domain.some((item) => equals(item, value));
  return isObject(domain) && [...domain.entries.values()].some(([, held]) => equals(held, value));
};
const withinAt = (key: Value, value: Value, domain: Value): boolean => {
  if (isSet(domain)) return equals(key, value) && has(domain, value);
  const found = isArray(domain) ? (typeof key === 'number' ? domain[key] : undefined) : isObject(domain) ? fieldOf(domain, key) : undefined;
  return found !== undefined && equals(found, value);
};

export const operators: readonly Builtin[] = [
  ordered('equal', (order) => order === 0), ordered('neq', (order) => order !== 0),
  ordered('lt', (order) => order < 0), ordered('lte', (order) => order <= 0),
  ordered('gt', (order) => order > 0), ordered('gte', (order) => order >= 0),
  define('plus', 2, ([left, right]) => add(numeric(left), numeric(right))),
  define('minus', 2, ([left, right]) => (isNumber(left) ? subtract(numeric(left), numeric(right)) : without(set(left), set(right)))),
  define('mul', 2, ([left, right]) => multiply(numeric(left), numeric(right))),
  define('div', 2, ([left, right]) => divide(numeric(left), numeric(right))),
  define('rem', 2, ([left, right]) => remainder(numeric(left), numeric(right))),
  define('and', 2, ([left, right]) => { const other = set(right); return setOf(membersOf(set(left)).filter((member) => has(other, member))); }),
  define('or', 2, ([left, right]) => setOf([...membersOf(set(left)), ...membersOf(set(right))])),
  define('internal.member_2', 2, ([value, domain]) => within(value, domain)),
  define('internal.member_3', 3, ([key, value, domain]) => withinAt(key, value, domain)),
];
