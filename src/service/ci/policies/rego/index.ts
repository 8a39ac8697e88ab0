export { libraryTexts } from './library/index.ts';
export { findPolicyName as nameOf } from './compile/policy-name.ts';
export { compileBundle, compileModules, type Bundle, type Policy } from './bundle.ts';
export { decide, type Decision, decideDocument as judgeDocument, type DecisionInput as Judged, type Violation } from './decide.ts';
export { defaultLimits as usualLimits, type EvaluationLimits as Limits } from './evaluate/run.ts';
export { PolicyError as PolicyFault, RegoQueryError as Unanswerable, type PolicyErrorKind as FaultKind, type Position } from './fault.ts';
export { query, type QueryResult as Answer, type QueryOptions as Question } from './query.ts';
export { fromJson, formatValue as textOf, toJson, type RegoValue as Value } from './values/index.ts';
