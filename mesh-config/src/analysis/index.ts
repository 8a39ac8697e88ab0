/** Analysis of mesh resources: finds references, conflicts and deprecated fields across documents. */
export { compileBuiltinSchemas } from '../resources/schemas/compile-builtin-schemas.ts';
export { type AnalysisCache, createAnalysisCache } from './analysis-cache.ts';
export { type AnalysisResult, analyze, type SkippedAnalyzer } from './analyze.ts';
export type { Analyzer, Finding, ResourceSet } from './analyzer.ts';
export { createAnalyzers } from './analyzers.ts';
export type { AnalysisOptions } from './analysis-context.ts';
export { type Diagnostic, documentPointerOf } from './diagnostic.ts';
