export { markFindings, type BaselineResult } from './mark-findings.ts';
export { BaselineError, readBaseline } from './read-baseline.ts';
export type { Baseline, BaselineEntry } from './baseline.ts';
export { writeBaseline } from './write-baseline.ts';
