import { compileModules, parseModules, PolicyError, query, type QueryOptions, type RuleNode, toJson } from '../src/index.ts';

/** The path `data.meta.branch` is forbidden in every module that tests compile. */
const forbiddenPaths = new Map([['meta.branch', 'invalid use of data.meta.branch: the branch is data.meta.vcs.branch']]);
export const compileFiles = (files: Readonly<Record<string, string>>): RuleNode =>
  compileModules(parseModules(files), { forbiddenPaths, strict: true });

/** The value of `data.org.p` in several modules, as plain JSON; undefined when it has none. */
export function evaluateModules(files: Readonly<Record<string, string>>, options: QueryOptions = {}): unknown {
  const { value } = query({ root: compileFiles(files) }, 'data.org.p', options);
  return value === undefined ? undefined : toJson(value);
}
/** The value of the rule `p` in this text of the package `org`. */
export const evaluateText = (text: string, options: QueryOptions = {}): unknown =>
  evaluateModules({ 'a.rego': `package org\n${text}` }, options);
/** The value of one term. */
export const evaluateExpression = (term: string, options: QueryOptions = {}): unknown => evaluateText(`p := ${term}`, options);

/** The error that an action throws, as `kind file:line:column: reason`. */
export function errorOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof PolicyError) return `${error.kind} ${error.message}`;
    throw error;
  }
  return 'no error';
}
/** The error of compiling this text of the package `org`; its first line is line 2 of a.rego. */
export const compileErrorOf = (text: string): string => errorOf(() => compileFiles({ 'a.rego': `package org\n${text}` }));
