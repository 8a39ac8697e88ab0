export { regexWeight } from './builtins/regex-weight.ts';
export { compileModules, type CompileOptions, parseModules } from './compile/compile-modules.ts';
export type { RuleNode } from './compile/rule-tree.ts';
export { PolicyError, type PolicyErrorKind, type Position, RegoQueryError } from './errors.ts';
export { defaultLimits, type EvaluationLimits } from './evaluate/evaluation.ts';
export { type PolicyTestResult, reachableLines, runPolicyTests } from './evaluate/run-tests.ts';
export { query, type QueryOptions, type QueryResult } from './evaluate/query.ts';
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
