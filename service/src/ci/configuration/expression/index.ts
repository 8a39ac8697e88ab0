/** Boolean expressions over named values: `pipeline.git.branch == "main" and not pipeline.git.tag`. */
export type { ExpressionEvaluator, ExpressionLookup, ExpressionValue } from './operators.ts';
export { type Expression, parseExpression } from './parse-expression.ts';
export { ExpressionFault } from './tokens.ts';
