export { configuredIgnores, type Matched } from './configured.ts';
export { applyComments, type Inline } from './inline.ts';
export { pointerMatcher } from './pointer-pattern.ts';
export type { ConfiguredIgnore } from './types.ts';
