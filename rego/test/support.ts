import { compileBundle, compileModules, PolicyFault, query, toJson, type Question } from '../src/index.ts';

/** What the rule `p` of this text (of the package `org`) gives, as plain JSON; undefined when it has no value. */
export function evaluateText(text: string, question: Question = {}): unknown {
  const { value } = query({ root: compileModules({ 'a.rego': `package org\n${text}` }) }, 'data.org.p', question);
  return value === undefined ? undefined : toJson(value);
}
/** The same for one term. */
export const evaluateExpression = (written: string, question: Question = {}): unknown => evaluateText(`p := ${written}`, question);
/** What `data.org.p` gives in a bundle of several modules. */
export function evaluateModules(files: Readonly<Record<string, string>>, question: Question = {}): unknown {
  const { value } = query({ root: compileModules(files) }, 'data.org.p', question);
  return value === undefined ? undefined : toJson(value);
}
/** The fault that an act ends with, as `kind file:line:column: reason`. */
export function errorOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof PolicyFault) return `${error.kind} ${error.message}`;
    throw error;
  }
  return 'no fault';
}
/** The fault of compiling this text of the package `org`; its first line is line 2 of a.rego. */
export const compileErrorOf = (text: string): string => errorOf(() => compileModules({ 'a.rego': `package org\n${text}` }));
/** The fault of compiling policies. */
export const bundleErrorOf = (files: Readonly<Record<string, string>>): string => errorOf(() => compileBundle(files));
