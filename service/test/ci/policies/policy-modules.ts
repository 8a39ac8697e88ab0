import { parseModules, PolicyError, query, type QueryOptions, toJson } from '@slipway/rego';
import { compileBundle, compilePolicyModules } from '../../../src/ci/policies/compile-bundle.ts';

/** The value of the rule `p` in this text of the package `org`, as plain JSON; undefined when it has none. */
export function evaluateText(text: string, options: QueryOptions = {}): unknown {
  const { value } = query({ root: compilePolicyModules(parseModules({ 'a.rego': `package org\n${text}` })) }, 'data.org.p', options);
  return value === undefined ? undefined : toJson(value);
}

/** The error that an action throws, as `kind file:line:column: reason`. */
function errorOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof PolicyError) return `${error.kind} ${error.message}`;
    throw error;
  }
  return 'no error';
}
/** The error of compiling this text of the package `org`; its first line is line 2 of a.rego. */
export const compileErrorOf = (text: string): string =>
  errorOf(() => compilePolicyModules(parseModules({ 'a.rego': `package org\n${text}` })));
/** The error of compiling a bundle. */
export const bundleErrorOf = (files: Readonly<Record<string, string>>): string => errorOf(() => compileBundle(files));
