export { configuredIgnores, type IgnoreTarget as Matched } from './configured.ts';
export { applyDirectives as applyComments, type DirectiveResult as Inline } from './inline.ts';
export { pointerMatcher } from './pointer-pattern.ts';
export type { ConfiguredIgnore } from './types.ts';
