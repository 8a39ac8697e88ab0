/** Boolean expressions over named values: `pipeline.git.branch == "main" and not pipeline.git.tag`. */
export type { ExpressionEvaluator as Evaluate, ExpressionLookup as Lookup, ExpressionValue as Value } from './operators.ts';
export { type Expression, parseExpression } from './parse-expression.ts';
export { ExpressionFault } from './tokens.ts';
