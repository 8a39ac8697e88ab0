export { mark, type Marked } from './mark.ts';
export { BaselineError, readBaseline } from './read.ts';
export type { Baseline, Known } from './types.ts';
export { writeBaseline } from './write.ts';
