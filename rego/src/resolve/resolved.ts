import type { Position } from '../errors.ts';
import type { Builtin } from '../builtins/builtin.ts';
import type { RegoValue } from '../values/index.ts';

/** The slot of a variable, numbered within its rule. */
export interface SlotTerm {
  readonly is: 'slot';
  readonly slot: number;
  readonly at: Position;
}
export interface ConstantTerm {
  readonly is: 'constant';
  readonly value: RegoValue;
  readonly at: Position;
}
export interface ResolvedPath {
  readonly is: 'path';
  readonly root: 'data' | 'input' | ResolvedTerm;
  readonly path: readonly ResolvedTerm[];
  readonly at: Position;
}
export interface ResolvedCollection {
  readonly is: 'array' | 'set';
  readonly items: readonly ResolvedTerm[];
  readonly at: Position;
}
export interface ResolvedObject {
  readonly is: 'object';
  readonly entries: readonly (readonly [ResolvedTerm, ResolvedTerm])[];
  readonly at: Position;
}
export interface ResolvedComprehension {
  readonly is: 'comprehension';
  readonly kind: 'array' | 'set' | 'object';
  readonly key?: ResolvedTerm;
  readonly value: ResolvedTerm;
  readonly body: ResolvedBody;
  readonly outer: readonly number[];
  readonly at: Position;
}
export interface BuiltinCall {
  readonly is: 'builtin';
  readonly builtin: Builtin;
  readonly items: readonly ResolvedTerm[];
  readonly at: Position;
}
/** A call of a policy's own function, by its path below `data`. */
export interface FunctionCall {
  readonly is: 'function';
  readonly path: readonly string[];
  readonly items: readonly ResolvedTerm[];
  readonly at: Position;
}

/** A term whose names are known: variables are slots, everything else is a path or a value. */
export type ResolvedTerm =
  | SlotTerm
  | ConstantTerm
  | ResolvedPath
  | ResolvedCollection
  | ResolvedObject
  | ResolvedComprehension
  | BuiltinCall
  | FunctionCall;

/** The replacement of `with` for one statement: a part of a document by a value, or a function by a value or by another function. */
export type WithReplacement =
  | {
      readonly target: 'document';
      readonly root: 'data' | 'input';
      readonly path: readonly RegoValue[];
      readonly value: ResolvedTerm;
    }
  | {
      readonly target: 'function';
      readonly name: string;
      readonly call: BuiltinCall | FunctionCall;
      readonly by?: BuiltinCall | FunctionCall;
      readonly value?: ResolvedTerm;
    };
export type ResolvedStatement = (
  | { readonly is: 'holds'; readonly term: ResolvedTerm }
  | {
      readonly is: 'unify';
      readonly left: ResolvedTerm;
      readonly right: ResolvedTerm;
      /** `left` is a call, and `right` the argument that takes its result. */ readonly isCall?: true;
    }
  | { readonly is: 'member'; readonly key?: ResolvedTerm; readonly value: ResolvedTerm; readonly domain: ResolvedTerm }
  | {
      readonly is: 'every';
      readonly key?: ResolvedTerm;
      readonly value: ResolvedTerm;
      readonly domain: ResolvedTerm;
      readonly body: ResolvedBody;
      readonly outer: readonly number[];
    }
  /** `operands`: where one of these references is undefined, so is the statement. */
  | { readonly is: 'not'; readonly step: ResolvedStatement; readonly operands: readonly ResolvedTerm[] }
) & { readonly replacing: readonly WithReplacement[]; readonly at: Position };
export type ResolvedBody = readonly ResolvedStatement[];

export interface ResolvedClause {
  readonly value: ResolvedTerm;
  readonly keys: readonly ResolvedTerm[];
  readonly body: ResolvedBody;
  readonly otherwise?: ResolvedClause;
  readonly at: Position;
}
/** A rule at the path `package` + `name`; `keys` of its clauses lead into the object that it builds. */
export interface ResolvedRule {
  readonly file: string;
  readonly at: Position;
  readonly path: readonly string[];
  readonly produces: 'value' | 'member';
  readonly isDefault: boolean;
  readonly items?: readonly ResolvedTerm[];
  readonly clause: ResolvedClause;
  /** The name and first position of each slot, for messages. */
  readonly slots: readonly { readonly name: string; readonly at: Position }[];
}
