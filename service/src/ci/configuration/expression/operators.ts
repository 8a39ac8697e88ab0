import { type PatternBudget, PatternsTooCostly } from '../pattern-budget.ts';
import type { Pattern } from '../pattern.ts';
import { ExpressionFault } from './tokens.ts';

/** `undefined` is the value of a name without a value; comparisons with it are undefined, which counts as false. */
export type ExpressionValue = string | number | boolean | undefined;
/** The value of a name; throws `ExpressionFault` for an unknown name. */
export type ExpressionLookup = (name: string) => ExpressionValue;
export type ExpressionEvaluator = (lookup: ExpressionLookup) => ExpressionValue;

const describeType = (value: ExpressionValue): string =>
  typeof value === 'string' ? 'a text' : typeof value === 'number' ? 'a number' : String(value);

const requireType =
  (operator: string, type: 'string' | 'number', compare: (left: never, right: never) => boolean) =>
  (left: ExpressionValue, right: ExpressionValue): boolean => {
    const wrong = [left, right].find((value) => typeof value !== type);
    if (wrong !== undefined)
      throw new ExpressionFault(`${operator} compares ${type === 'number' ? 'numbers' : 'texts'}; found ${describeType(wrong)}`);
    return compare(left as never, right as never);
  };

const comparisons: { readonly [operator: string]: (left: ExpressionValue, right: ExpressionValue) => boolean } = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  'starts-with': requireType('starts-with', 'string', (left: string, right: string) => left.startsWith(right)),
  '>=': requireType('>=', 'number', (left: number, right: number) => left >= right),
  '<=': requireType('<=', 'number', (left: number, right: number) => left <= right),
  '>': requireType('>', 'number', (left: number, right: number) => left > right),
  '<': requireType('<', 'number', (left: number, right: number) => left < right),
};

export const buildComparison =
  (operator: string, left: ExpressionEvaluator, right: ExpressionEvaluator): ExpressionEvaluator =>
  (lookup) => {
    const [one, other] = [left(lookup), right(lookup)];
    return one === undefined || other === undefined ? undefined : comparisons[operator]!(one, other);
  };

/** Which values count as true. */
export type ExpressionTruth = (value: ExpressionValue) => boolean;
export const buildConjunction =
  (left: ExpressionEvaluator, right: ExpressionEvaluator, isTrue: ExpressionTruth): ExpressionEvaluator =>
  (lookup) => {
    const value = left(lookup);
    return isTrue(value) ? right(lookup) : value;
  };
export const buildDisjunction =
  (left: ExpressionEvaluator, right: ExpressionEvaluator, isTrue: ExpressionTruth): ExpressionEvaluator =>
  (lookup) => {
    const value = left(lookup);
    return isTrue(value) ? value : right(lookup);
  };
export const buildNegation =
  (inner: ExpressionEvaluator, isTrue: ExpressionTruth): ExpressionEvaluator =>
  (lookup) =>
    !isTrue(inner(lookup));

const matchText = (pattern: Pattern, text: string): boolean => {
  try {
    return pattern.matches(text);
  } catch (error) {
    throw error instanceof PatternsTooCostly ? new ExpressionFault(error.message) : error;
  }
};

/** Matches the whole text, as in logic statements. */
export const buildPatternMatch = (left: ExpressionEvaluator, source: string, patterns: PatternBudget): ExpressionEvaluator => {
  const reading = patterns.parse(source);
  if ('fault' in reading) throw new ExpressionFault(reading.fault);
  return (lookup) => {
    const value = left(lookup);
    if (value !== undefined && typeof value !== 'string') throw new ExpressionFault(`matches looks at texts; found ${describeType(value)}`);
    return value === undefined ? undefined : matchText(reading.pattern, value);
  };
};
