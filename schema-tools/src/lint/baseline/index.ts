export { markFindings as mark, type BaselineResult as Marked } from './mark.ts';
export { BaselineError, readBaseline } from './read.ts';
export type { Baseline, BaselineEntry as Known } from './types.ts';
export { writeBaseline } from './write.ts';
