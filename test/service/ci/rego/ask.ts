import { compileBundle, compileModules, PolicyFault, query, toJson, type Question } from '../../../../src/service/ci/policies/rego/index.ts';

/** What the rule `p` of this text (of the package `org`) gives, as plain JSON; undefined when it has no value. */
export function ask(text: string, question: Question = {}): unknown {
  const { value } = query({ root: compileModules({ 'a.rego': `package org\n${text}` }) }, 'data.org.p', question);
  return value === undefined ? undefined : toJson(value);
}
/** The same for one term. */
export const term = (written: string, question: Question = {}): unknown => ask(`p := ${written}`, question);
/** What `data.org.p` gives in a bundle of several modules. */
export function askAll(files: Readonly<Record<string, string>>, question: Question = {}): unknown {
  const { value } = query({ root: compileModules(files) }, 'data.org.p', question);
  return value === undefined ? undefined : toJson(value);
}
/** The fault that an act ends with, as `kind file:line:column: reason`. */
export function faultOf(act: () => unknown): string {
  try { act(); } catch (error) {
    if (error instanceof PolicyFault) return `${error.kind} ${error.message}`;
    throw error;
  }
  return 'no fault';
}
/** The fault of compiling this text of the package `org`; its first line is line 2 of a.rego. */
export const refused = (text: string): string => faultOf(() => compileModules({ 'a.rego': `package org\n${text}` }));
/** The fault of compiling policies. */
export const refusedBundle = (files: Readonly<Record<string, string>>): string => faultOf(() => compileBundle(files));
