export { markFindings as mark, type BaselineResult as Marked } from './mark-findings.ts';
export { BaselineError, readBaseline } from './read-baseline.ts';
export type { Baseline, BaselineEntry as Known } from './baseline.ts';
export { writeBaseline } from './write-baseline.ts';
