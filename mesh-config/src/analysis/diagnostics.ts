/** The diagnostic codes and the kinds that analysis reads, without the analyzers: for programs that must start fast. */
export { type DiagnosticCode, type DiagnosticCodeInfo, diagnosticCodeNames, diagnosticCodes, documentationUrlOf } from './codes.ts';
export { analysisOnlyKinds, findAnalysisKind } from './collections.ts';
export type { DiagnosticLevel } from './diagnostic.ts';
export { findNewerParts, isNewerKind, type NewerPart } from './newer-release.ts';
