/** A loader hook: test files that import `uvu` are given watched-uvu.ts, which imports the real one. */
const watched = new URL('./watched-uvu.ts', import.meta.url).href;

export const resolve = (specifier, context, next) =>
  specifier === 'uvu' && context.parentURL?.split('?')[0] !== watched ? { url: watched, format: 'module', shortCircuit: true } : next(specifier, context);
