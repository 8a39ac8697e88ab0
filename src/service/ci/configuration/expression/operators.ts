import { readPattern } from '../pattern.ts';
import { isTrue } from '../truth.ts';
import { ExpressionFault } from './tokens.ts';

/** `undefined`: a name that is declared and has no value; comparisons with it are undefined too, which is not true. */
export type Value = string | number | boolean | undefined;
/** The value of a name; throws `ExpressionFault` for one that is not known. */
export type Lookup = (name: string) => Value;
export type Evaluate = (lookup: Lookup) => Value;

const kindOf = (value: Value): string => (typeof value === 'string' ? 'a text' : typeof value === 'number' ? 'a number' : String(value));

const typed = (operator: string, type: 'string' | 'number', compare: (left: never, right: never) => boolean) => (left: Value, right: Value): boolean => {
  const wrong = [left, right].find((value) => typeof value !== type);
  if (wrong !== undefined) throw new ExpressionFault(`${operator} compares ${type === 'number' ? 'numbers' : 'texts'}; found ${kindOf(wrong)}`);
  return compare(left as never, right as never);
};

const comparisons: { readonly [operator: string]: (left: Value, right: Value) => boolean } = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  'starts-with': typed('starts-with', 'string', (left: string, right: string) => left.startsWith(right)),
  '>=': typed('>=', 'number', (left: number, right: number) => left >= right),
  '<=': typed('<=', 'number', (left: number, right: number) => left <= right),
  '>': typed('>', 'number', (left: number, right: number) => left > right),
  '<': typed('<', 'number', (left: number, right: number) => left < right),
};

export const compared = (operator: string, left: Evaluate, right: Evaluate): Evaluate => (lookup) => {
  const [one, other] = [left(lookup), right(lookup)];
  return one === undefined || other === undefined ? undefined : comparisons[operator]!(one, other);
};
export const both = (left: Evaluate, right: Evaluate): Evaluate => (lookup) => { const value = left(lookup); return isTrue(value) ? right(lookup) : value; };
export const either = (left: Evaluate, right: Evaluate): Evaluate => (lookup) => { const value = left(lookup); return isTrue(value) ? value : right(lookup); };
export const negated = (inner: Evaluate): Evaluate => (lookup) => !isTrue(inner(lookup));

/** From the first to the last character, as in logic statements. */
export const matched = (left: Evaluate, source: string): Evaluate => {
  const reading = readPattern(source);
  if ('fault' in reading) throw new ExpressionFault(reading.fault);
  return (lookup) => {
    const value = left(lookup);
    if (value !== undefined && typeof value !== 'string') throw new ExpressionFault(`matches looks at texts; found ${kindOf(value)}`);
    return value === undefined ? undefined : reading.pattern.matches(value);
  };
};
