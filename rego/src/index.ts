export { regexWeight } from './builtins/regex-weight.ts';
export { compileModules, type CompileOptions, parseModules } from './compile/compile-modules.ts';
export { compilePolicyTests, type PolicyTest, type PolicyTests } from './compile/policy-tests.ts';
export type { RuleNode } from './compile/rule-tree.ts';
export { PolicyError, type PolicyErrorKind, type Position, RegoQueryError } from './errors.ts';
export { defaultLimits, type EvaluationLimits } from './evaluate/evaluation.ts';
export { type PolicyTestOptions, type PolicyTestResult, reachableLines, runPolicyTests } from './evaluate/run-tests.ts';
export type { PolicyTestCase } from './evaluate/test-cases.ts';
export { query, type QueryOptions, type QueryResult } from './evaluate/query.ts';
export { parseQueryPath } from './parse/query-path.ts';
export { parseModule, type ParseOptions } from './parse/module.ts';
export type { Module, Rule } from './syntax/index.ts';
export { hasReferenceTo } from './syntax/references.ts';
export {
  compareStrings,
  entriesOf,
  formatValue,
  fromJson,
  getField,
  isArray,
  isObject,
  isSet,
  isString,
  membersOf,
  type ObjectValue,
  type RegoValue,
  toJson,
} from './values/index.ts';
