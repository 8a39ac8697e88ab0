export { libraryTexts } from './library/index.ts';
export { nameOf } from './compile/policy-name.ts';
export { compileBundle, compileModules, type Bundle, type Policy } from './bundle.ts';
export { decide, type Decision, judgeDocument, type Judged, type Violation } from './decide.ts';
export { usualLimits, type Limits } from './evaluate/run.ts';
export { PolicyFault, Unanswerable, type FaultKind, type Position } from './fault.ts';
export { query, type Answer, type Question } from './query.ts';
export { fromJson, textOf, toJson, type Value } from './values/index.ts';
