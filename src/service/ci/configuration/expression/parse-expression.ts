import { configurationLimits } from '../configuration-limits.ts';
import {
  buildConjunction,
  buildComparison,
  buildDisjunction,
  type ExpressionEvaluator,
  buildPatternMatch,
  buildNegation,
} from './operators.ts';
import { ExpressionFault, type ExpressionToken, tokenizeExpression } from './tokens.ts';

export interface Expression {
  readonly evaluate: ExpressionEvaluator;
  /** Every name it looks up. */
  readonly names: readonly string[];
  /** Whether it is more than one name or one literal. */
  readonly hasOperator: boolean;
}

/**
 * Reads `a.b == "c" and not (d > 3)`. From weak to strong: `or`; `and`; `==`, `!=`, `starts-with`, `matches /…/`; `>=`, `>`,
 * `<=`, `<`; `not`. Throws `ExpressionFault`.
 */
export const parseExpression = (source: string): Expression => {
  const tokens = tokenizeExpression(source);
  const names: string[] = [];
  let [at, depth] = [0, 0];
  const here = (): ExpressionToken => tokens[at]!;
  const wrong = (expected: string): ExpressionFault =>
    new ExpressionFault(`expected ${expected} at character ${here().at + 1}; found ${here().text}`);
  const take = (...operators: readonly string[]): string | undefined => {
    const { kind, text } = here();
    if (kind !== 'operator' || !operators.includes(text)) return undefined;
    at += 1;
    return text;
  };
  const chain =
    (
      next: () => ExpressionEvaluator,
      operators: readonly string[],
      join: (operator: string, left: ExpressionEvaluator, right: ExpressionEvaluator) => ExpressionEvaluator,
    ) =>
    (): ExpressionEvaluator => {
      let left = next();
      for (let operator = take(...operators); operator !== undefined; operator = take(...operators))
        left = operator === 'matches' ? buildPatternMatch(left, patternHere()) : join(operator, left, next());
      return left;
    };
  const deeper = (inner: () => ExpressionEvaluator): ExpressionEvaluator => {
    if ((depth += 1) > configurationLimits.depth)
      throw new ExpressionFault(`expected at most ${configurationLimits.depth} levels, one in the other`);
    const made = inner();
    depth -= 1;
    return made;
  };
  const patternHere = (): string => {
    const { kind, text } = here();
    if (kind !== 'pattern') throw wrong('a /pattern/');
    at += 1;
    return text;
  };
  const primary = (): ExpressionEvaluator => {
    const { kind, text } = here();
    if (take('(')) {
      const inner = deeper(disjunction);
      if (!take(')')) throw wrong(')');
      return inner;
    }
    if (take('true')) return () => true;
    if (take('false')) return () => false;
    if (kind !== 'name' && kind !== 'text' && kind !== 'number') throw wrong('a value');
    at += 1;
    if (kind === 'name') {
      names.push(text);
      return (lookup) => lookup(text);
    }
    const value = kind === 'number' ? Number(text) : text;
    return () => value;
  };
  const unary = (): ExpressionEvaluator => (take('not') ? buildNegation(deeper(unary)) : primary());
  const comparison = chain(unary, ['>=', '<=', '>', '<'], buildComparison);
  const equality = chain(comparison, ['==', '!=', 'starts-with', 'matches'], buildComparison);
  const conjunction = chain(equality, ['and'], (_, left, right) => buildConjunction(left, right));
  const disjunction = chain(conjunction, ['or'], (_, left, right) => buildDisjunction(left, right));

  const evaluate = disjunction();
  if (here().kind !== 'end') throw wrong('the end');
  return { evaluate, names, hasOperator: tokens.some(({ kind, text }) => kind === 'operator' && text !== 'true' && text !== 'false') };
};
