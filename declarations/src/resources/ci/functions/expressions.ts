import { bool, providerFunction, string } from '../../../declare/index.ts';
import { findExpressionError } from '../expression.ts';

const parameters = [{ name: 'expression', doc: 'The expression.', kind: string }];

export const isRestrictionExpression = providerFunction('is_restriction_expression', {
  summary: 'Whether a text can be the expression of a context restriction.',
  doc:
    'Values are names such as `pipeline.git.branch`, texts in double quotes, whole numbers, `true` and `false`. They are ' +
    'compared by `==`, `!=`, `<`, `<=`, `>`, `>=`, `starts-with` and `matches /…/`, ' +
    'joined by `and` and `or`, and turned round by `not`; parentheses go around. Only the service can check whether the names exist.',
  parameters,
  returns: bool,
  call: (expression: string) => findExpressionError(expression) === null,
});
export const restrictionExpressionFault = providerFunction('restriction_expression_fault', {
  summary: 'What is wrong with the expression of a context restriction.',
  doc: 'A sentence that names the character; empty where nothing is wrong.',
  parameters,
  returns: string,
  call: (expression: string) => findExpressionError(expression) ?? '',
});
