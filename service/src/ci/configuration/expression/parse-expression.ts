import { configurationLimits } from '../configuration-limits.ts';
import { isTruthy } from '../is-truthy.ts';
import { createPatternBudget, type PatternBudget } from '../pattern-budget.ts';
import {
  buildConjunction,
  buildComparison,
  buildDisjunction,
  type ExpressionEvaluator,
  type ExpressionTruth,
  buildPatternMatch,
  buildNegation,
} from './operators.ts';
import { ExpressionFault, type ExpressionToken, tokenizeExpression } from './tokens.ts';

export interface Expression {
  readonly evaluate: ExpressionEvaluator;
  /** The names that it looks up. */
  readonly names: readonly string[];
  /** Whether it is more than one name or one literal. */
  readonly hasOperator: boolean;
}

/** A parser over the tokens of one expression. */
interface Parser {
  readonly tokens: readonly ExpressionToken[];
  readonly patterns: PatternBudget;
  readonly isTrue: ExpressionTruth;
  /** The names that the expression looks up. */
  readonly names: string[];
  /** Index of the current token. */
  at: number;
  /** Levels of parentheses and `not`. */
  depth: number;
}
type ParseRule = (parser: Parser) => ExpressionEvaluator;
type Join = (operator: string, left: ExpressionEvaluator, right: ExpressionEvaluator, isTrue: ExpressionTruth) => ExpressionEvaluator;

const currentToken = ({ tokens, at }: Parser): ExpressionToken => tokens[at]!;

const unexpected = (parser: Parser, expected: string): ExpressionFault => {
  const { at, text } = currentToken(parser);
  return new ExpressionFault(`expected ${expected} at character ${at + 1}; found ${text}`);
};

/** Consumes the current token if it is one of these operators. */
const takeOperator = (parser: Parser, ...operators: readonly string[]): string | undefined => {
  const { kind, text } = currentToken(parser);
  if (kind !== 'operator' || !operators.includes(text)) return undefined;
  parser.at += 1;
  return text;
};

const takePattern = (parser: Parser): string => {
  const { kind, text } = currentToken(parser);
  if (kind !== 'pattern') throw unexpected(parser, 'a /pattern/');
  parser.at += 1;
  return text;
};

/** A chain of operators of the same strength, joined from left to right. */
const chain =
  (next: ParseRule, operators: readonly string[], join: Join): ParseRule =>
  (parser) => {
    let left = next(parser);
    for (let operator = takeOperator(parser, ...operators); operator !== undefined; operator = takeOperator(parser, ...operators))
      left =
        operator === 'matches'
          ? buildPatternMatch(left, takePattern(parser), parser.patterns)
          : join(operator, left, next(parser), parser.isTrue);
    return left;
  };

const parseNested = (parser: Parser, rule: ParseRule): ExpressionEvaluator => {
  if ((parser.depth += 1) > configurationLimits.depth)
    throw new ExpressionFault(`expected at most ${configurationLimits.depth} nested levels`);
  const evaluate = rule(parser);
  parser.depth -= 1;
  return evaluate;
};

const parsePrimary: ParseRule = (parser) => {
  const { kind, text } = currentToken(parser);
  if (takeOperator(parser, '(')) {
    const inner = parseNested(parser, parseDisjunction);
    if (!takeOperator(parser, ')')) throw unexpected(parser, ')');
    return inner;
  }
  if (takeOperator(parser, 'true')) return () => true;
  if (takeOperator(parser, 'false')) return () => false;
  if (kind !== 'name' && kind !== 'text' && kind !== 'number') throw unexpected(parser, 'a value');
  parser.at += 1;
  if (kind === 'name') {
    parser.names.push(text);
    return (lookup) => lookup(text);
  }
  const value = kind === 'number' ? Number(text) : text;
  return () => value;
};

const parseUnary: ParseRule = (parser) =>
  takeOperator(parser, 'not', '!') ? buildNegation(parseNested(parser, parseUnary), parser.isTrue) : parsePrimary(parser);
const parseComparison = chain(parseUnary, ['>=', '<=', '>', '<'], buildComparison);
const parseTextTest = chain(parseComparison, ['starts-with', 'matches'], buildComparison);
const parseEquality = chain(parseTextTest, ['==', '!='], buildComparison);
const parseConjunction = chain(parseEquality, ['and'], (_, left, right, isTrue) => buildConjunction(left, right, isTrue));
const parseDisjunction: ParseRule = chain(parseConjunction, ['or'], (_, left, right, isTrue) => buildDisjunction(left, right, isTrue));

const isOperator = ({ kind, text }: ExpressionToken): boolean => kind === 'operator' && text !== 'true' && text !== 'false';

/**
 * Parses `a.b == "c" and not (d > 3)`. Operators from weak to strong: `or`; `and`; `==`, `!=`; `starts-with`, `matches /…/`; `>=`, `>`,
 * `<=`, `<`; `not`, `!`. The cost of its patterns counts against `budget`, by default a budget of this expression only. `isTrue`: which
 * values `and`, `or` and `not` take for true, by default those that conditions do. Throws `ExpressionFault`.
 */
export const parseExpression = (
  source: string,
  patterns: PatternBudget = createPatternBudget(configurationLimits.expressionSteps),
  isTrue: ExpressionTruth = isTruthy,
): Expression => {
  const parser: Parser = { tokens: tokenizeExpression(source), patterns, isTrue, names: [], at: 0, depth: 0 };
  const evaluate = parseDisjunction(parser);
  if (currentToken(parser).kind !== 'end') throw unexpected(parser, 'the end');
  return { evaluate, names: parser.names, hasOperator: parser.tokens.some(isOperator) };
};
