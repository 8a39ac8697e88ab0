export { libraryTexts } from '../../src/service/ci/policies/library/index.ts';
export { findPolicyName as nameOf } from '../../src/service/ci/policies/policy-name.ts';
export { compileBundle, compileModules, type Bundle, type Policy } from './compile/compile-modules.ts';
export {
  decide,
  type Decision,
  decideDocument as judgeDocument,
  type DecisionInput as Judged,
  type Violation,
} from '../../src/service/ci/policies/decide.ts';
export { defaultLimits as usualLimits, type EvaluationLimits as Limits } from './evaluate/evaluation.ts';
export { PolicyError as PolicyFault, RegoQueryError as Unanswerable, type PolicyErrorKind as FaultKind, type Position } from './errors.ts';
export { query, type QueryResult as Answer, type QueryOptions as Question } from './evaluate/query.ts';
export { fromJson, formatValue as textOf, toJson, type RegoValue as Value } from './values/index.ts';
