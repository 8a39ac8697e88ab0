import { parsePattern, type PatternResult } from './pattern.ts';

/** Compiling costs about as much as matching a text of this length. */
const compileLength = 100;

/** Compiling and matching patterns takes more steps than are allowed. The message is a sentence. */
export class PatternsTooCostly extends Error {
  constructor(steps: number) {
    super(`expected patterns that compile and match in at most ${steps.toLocaleString('en')} steps together; they take more`);
  }
}

/** The patterns of one configuration or expression. Each is compiled once; what compiling and matching takes is counted. */
export interface PatternBudget {
  /** The matcher of the pattern throws PatternsTooCostly when the steps are used up; for compiling it is a fault. */
  parse(source: string): PatternResult;
}

export const createPatternBudget = (steps: number): PatternBudget => {
  const known = new Map<string, PatternResult>();
  let left = steps;
  const isSpent = (cost: number): boolean => (left -= cost) < 0;
  const parseOnce = (source: string): PatternResult => {
    if (left < 0) return { fault: new PatternsTooCostly(steps).message };
    const result = parsePattern(source);
    if ('fault' in result) return result;
    const { weight, matches } = result.pattern;
    if (isSpent(weight * compileLength)) return { fault: new PatternsTooCostly(steps).message };
    // Filters of a workflow's jobs test the same branch repeatedly, so the last result is kept.
    let last: { readonly text: string; readonly isMatch: boolean } | undefined;
    const match = (text: string): boolean => {
      if (last?.text === text) return last.isMatch;
      if (isSpent(weight * (text.length + 1))) throw new PatternsTooCostly(steps);
      last = { text, isMatch: matches(text) };
      return last.isMatch;
    };
    return { pattern: { weight, matches: match } };
  };
  return {
    parse(source) {
      const result = known.get(source) ?? parseOnce(source);
      known.set(source, result);
      return result;
    },
  };
};
