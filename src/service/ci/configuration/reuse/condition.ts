import { canonical, isObject } from '../../../../../schema-tools/src/json.ts';
import { type Expression, ExpressionFault, parseExpression } from '../expression/index.ts';
import { limits } from '../limits.ts';
import { readPattern } from '../pattern.ts';
import { items, member, members, type Place } from '../source/place.ts';
import { lookupIn, resolve } from '../text/resolve.ts';
import { isTrue } from '../truth.ts';
import type { Context } from './context.ts';

const isName = (name: string): boolean => /^(pipeline|parameters|matrix)\./.test(name);

/** A text that is meant as an expression: it names a value, or has operators between literals. `a b` and `main` are texts. */
const expressionIn = (text: string): Expression | ExpressionFault | undefined => {
  try {
    const expression = parseExpression(text);
    return expression.names.every(isName) && (expression.hasOperator || expression.names.length > 0 || text === 'true' || text === 'false') ? expression : undefined;
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    return /(^|[\s(])(pipeline|parameters|matrix)\.[A-Za-z]/.test(text) ? error : undefined;
  }
};

/** What an expression comes to; a text that is none is true unless it is empty. Faults are told, and then it is false. */
export const holdsText = (text: string, pointer: string, { scope, work }: Context): boolean => {
  const expression = expressionIn(text.trim());
  if (!expression) return isTrue(text);
  try {
    if (expression instanceof ExpressionFault) throw expression;
    return isTrue(expression.evaluate(lookupIn(scope)));
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    work.fault(pointer, error.message);
    return false;
  }
};

const matches = (place: Place, { scope, work }: Context): boolean => {
  const [pattern, value] = ['pattern', 'value'].map((name) => member(place, name)).map((inner) => inner && resolve(inner, scope, work));
  if (typeof pattern !== 'string') { work.fault(place.pointer, 'matches needs a `pattern`, a text, and a `value`'); return false; }
  const reading = readPattern(pattern);
  if ('fault' in reading) { work.fault(`${place.pointer}/pattern`, reading.fault); return false; }
  return reading.pattern.matches(value === undefined || value === null ? '' : String(value));
};

const statement = (operator: string, inner: Place, context: Context, depth: number): boolean => {
  const { work, scope } = context;
  if (operator === 'not') return !holds(inner, context, depth);
  if (operator === 'matches') return matches(inner, context);
  const all = items(inner);
  if (all.length === 0) { work.fault(inner.pointer, `${operator} needs a list that is not empty`); return false; }
  if (operator === 'equal') { const values = new Set(all.map((item) => canonical(resolve(item, scope, work)))); return values.size === 1; }
  const each = all.map((item) => holds(item, context, depth));
  return operator === 'and' ? each.every(Boolean) : each.some(Boolean);
};

const operators = new Set(['and', 'or', 'not', 'equal', 'matches']);

/** Whether a condition holds: a value, an expression, or a statement of `and`, `or`, `not`, `equal`, `matches`. */
export const holds = (place: Place, context: Context, depth = 0): boolean => {
  const { value, pointer } = place;
  const { work, scope } = context;
  if (depth > limits.depth) { work.fault(pointer, `expected at most ${limits.depth} conditions, one inside of the other`); return false; }
  if (typeof value === 'string' && !value.includes('<<')) return holdsText(value, pointer, context);
  if (!isObject(value)) return isTrue(resolve(place, scope, work));
  const statements = members(place);
  if (statements.length === 0) return false;
  const [[operator, inner]] = statements as [readonly [string, Place]];
  if (statements.length > 1 || !operators.has(operator)) { work.fault(pointer, 'expected one of and, or, not, equal, matches'); return false; }
  return statement(operator, inner, context, depth + 1);
};
