import { canonicalJson, isObject } from '@slipway/schema-tools/json';
import { type Expression, ExpressionFault, parseExpression } from '../expression/index.ts';
import { configurationLimits } from '../configuration-limits.ts';
import { PatternsTooCostly } from '../pattern-budget.ts';
import { getItems, getMember, getMembers, type ConfigNode } from '../source/config-node.ts';
import { createLookup, resolveNode } from '../templates/resolve.ts';
import { isTruthy } from '../is-truthy.ts';
import type { CompileContext } from './compile-context.ts';
import type { CompileSession } from '../compile-session.ts';

const isValueName = (name: string): boolean => /^(pipeline|parameters|matrix)\./.test(name);

/** Parses a text that is an expression: it names a value, or has operators between literals. `a b` and `main` are texts. */
const parseConditionText = (text: string, { patterns }: CompileSession): Expression | ExpressionFault | undefined => {
  try {
    const expression = parseExpression(text, patterns);
    return expression.names.every(isValueName) &&
      (expression.hasOperator || expression.names.length > 0 || text === 'true' || text === 'false')
      ? expression
      : undefined;
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    return /(^|[\s(])(pipeline|parameters|matrix)\.[A-Za-z]/.test(text) ? error : undefined;
  }
};

/**
 * Evaluates the text of a condition. A text that is no expression is true unless it is empty. After a reported fault the result is
 * false.
 */
export const evaluateConditionText = (text: string, pointer: string, { scope, session }: CompileContext): boolean => {
  const expression = parseConditionText(text.trim(), session);
  if (!expression) return isTruthy(text);
  try {
    if (expression instanceof ExpressionFault) throw expression;
    return isTruthy(expression.evaluate(createLookup(scope)));
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    session.reportFault(pointer, error.message);
    return false;
  }
};

const evaluateMatches = (node: ConfigNode, { scope, session }: CompileContext): boolean => {
  const [pattern, value] = ['pattern', 'value']
    .map((name) => getMember(node, name))
    .map((inner) => inner && resolveNode(inner, scope, session));
  if (typeof pattern !== 'string') {
    session.reportFault(node.pointer, 'matches needs a `pattern`, a text, and a `value`');
    return false;
  }
  const reading = session.patterns.parse(pattern);
  if ('fault' in reading) {
    session.reportFault(`${node.pointer}/pattern`, reading.fault);
    return false;
  }
  try {
    return reading.pattern.matches(value === undefined || value === null ? '' : String(value));
  } catch (error) {
    if (!(error instanceof PatternsTooCostly)) throw error;
    session.reportFault(`${node.pointer}/pattern`, error.message);
    return false;
  }
};

const evaluateStatement = (operator: string, inner: ConfigNode, context: CompileContext, depth: number): boolean => {
  const { session, scope } = context;
  if (operator === 'not') return !evaluateCondition(inner, context, depth);
  if (operator === 'matches') return evaluateMatches(inner, context);
  const all = getItems(inner);
  if (all.length === 0) {
    session.reportFault(inner.pointer, `${operator} needs a list that is not empty`);
    return false;
  }
  if (operator === 'equal') {
    const values = new Set(all.map((item) => canonicalJson(resolveNode(item, scope, session))));
    return values.size === 1;
  }
  const each = all.map((item) => evaluateCondition(item, context, depth));
  return operator === 'and' ? each.every(Boolean) : each.some(Boolean);
};

const conditionOperators = new Set(['and', 'or', 'not', 'equal', 'matches']);

/** Evaluates a condition: a value, an expression, or a statement of `and`, `or`, `not`, `equal`, `matches`. */
export const evaluateCondition = (node: ConfigNode, context: CompileContext, depth = 0): boolean => {
  const { value, pointer } = node;
  const { session, scope } = context;
  if (depth > configurationLimits.depth) {
    session.reportFault(pointer, `expected at most ${configurationLimits.depth} conditions, one inside of the other`);
    return false;
  }
  if (typeof value === 'string' && !value.includes('<<')) return evaluateConditionText(value, pointer, context);
  if (!isObject(value)) return isTruthy(resolveNode(node, scope, session));
  const statements = getMembers(node);
  if (statements.length === 0) return false;
  const [[operator, inner]] = statements as [readonly [string, ConfigNode]];
  if (statements.length > 1 || !conditionOperators.has(operator)) {
    session.reportFault(pointer, 'expected one of and, or, not, equal, matches');
    return false;
  }
  return evaluateStatement(operator, inner, context, depth + 1);
};
