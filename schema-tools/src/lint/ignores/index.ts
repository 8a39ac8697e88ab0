export { configuredIgnores, type IgnoreTarget as Matched } from './configured-ignores.ts';
export { applyDirectives as applyComments, type DirectiveResult as Inline } from './apply-directives.ts';
export { pointerMatcher } from './pointer-matcher.ts';
export type { ConfiguredIgnore } from './configured-ignore.ts';
