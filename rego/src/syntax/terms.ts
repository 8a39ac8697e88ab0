import type { Position } from '../errors.ts';
import type { RegoValue } from '../values/index.ts';
import type { Body } from './statements.ts';

export interface ScalarTerm {
  readonly term: 'scalar';
  readonly value: RegoValue;
  readonly at: Position;
}
/** A name; `_` is a wildcard. */
export interface NameTerm {
  readonly term: 'name';
  readonly name: string;
  readonly at: Position;
}
/** `head.a[b]`: a value and a path into it. `.a` is a scalar step. */
export interface Reference {
  readonly term: 'reference';
  readonly head: Term;
  readonly path: readonly Term[];
  readonly at: Position;
}
export interface ArrayTerm {
  readonly term: 'array';
  readonly items: readonly Term[];
  readonly at: Position;
}
export interface SetTerm {
  readonly term: 'set';
  readonly items: readonly Term[];
  readonly at: Position;
}
export interface ObjectTerm {
  readonly term: 'object';
  readonly entries: readonly (readonly [Term, Term])[];
  readonly at: Position;
}
export interface Comprehension {
  readonly term: 'comprehension';
  readonly kind: 'array' | 'set' | 'object';
  readonly key?: Term;
  readonly value: Term;
  readonly body: Body;
  readonly at: Position;
}
/** A call by its dotted name; operators are calls too, under the names of builtins: `a + b` is `plus(a, b)`. */
export interface CallTerm {
  readonly term: 'call';
  readonly name: string;
  /** The steps of the name, where one of them has a dot in it. */
  readonly steps?: readonly string[];
  readonly items: readonly Term[];
  readonly at: Position;
}

/** A term of the language. */
export type Term = ScalarTerm | NameTerm | Reference | ArrayTerm | SetTerm | ObjectTerm | Comprehension | CallTerm;
