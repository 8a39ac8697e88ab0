export { configuredIgnores, type IgnoreTarget } from './configured-ignores.ts';
export { applyDirectives, type DirectiveResult } from './apply-directives.ts';
export { pointerMatcher } from './pointer-matcher.ts';
export type { ConfiguredIgnore } from './configured-ignore.ts';
