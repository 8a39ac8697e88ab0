import type { BuiltinContext } from '../builtins/builtin.ts';
import type { RuleNode } from '../compile/rule-tree.ts';
import { PolicyError, type Position } from '../errors.ts';
import type { BuiltinCall, FunctionCall } from '../resolve/resolved.ts';
import { sizeOf, type RegoValue } from '../values/index.ts';

/** Limits of an evaluation. */
export interface EvaluationLimits {
  /** Evaluated statements and members, and the size of created values. */
  readonly steps: number;
  /** Nesting of statements and rules. */
  readonly depth: number;
  /** Nodes and characters of one value. */
  readonly size: number;
}
export const defaultLimits: EvaluationLimits = { steps: 1_000_000, depth: 400, size: 5_000_000 };

/** The state of one evaluation: its costs and its position. */
export interface Evaluation extends BuiltinContext {
  readonly root: RuleNode;
  readonly limits: EvaluationLimits;
  readonly printed: string[];
  /** Receives the lines of the statements and rules that are reached. */
  readonly onLine?: (file: string, line: number) => void;
  steps: number;
  depth: number;
  file: string;
  at: Position;
}
/** The documents `input` and `data`; `with` creates a modified view in the same evaluation. */
export interface DocumentView {
  readonly evaluation: Evaluation;
  readonly input: RegoValue | undefined;
  readonly data: RegoValue;
  /** Paths below `data` that `with` replaces: rules there do not apply. */
  readonly replacedPaths: ReadonlySet<string>;
  /** Functions that `with` replaces, by name: a builtin's, or a path that begins with `data`. */
  readonly replacedFunctions: ReadonlyMap<string, { readonly value: RegoValue } | { readonly call: BuiltinCall | FunctionCall }>;
  readonly ruleValues: Map<RuleNode, RegoValue | undefined>;
  /** Results of functions by the key of their arguments. */
  readonly functionValues: Map<RuleNode, Map<string, RegoValue | undefined>>;
}
/** The variables of one clause during its evaluation. */
export interface Frame {
  readonly view: DocumentView;
  readonly slots: (RegoValue | undefined)[];
  readonly file: string;
}
/** Receives each result; true ends the search. */
export type OnValue = (value: RegoValue) => boolean;
export type Continue = () => boolean;

export function throwLimitExceeded(run: Evaluation, reason: string): never {
  throw new PolicyError('limit', run.file, run.at, reason);
}

export function startEvaluation(root: RuleNode, limits: EvaluationLimits, { now, onLine }: Pick<Evaluation, 'now' | 'onLine'>): Evaluation {
  const run: Evaluation = {
    root,
    limits,
    now,
    ...(onLine ? { onLine } : {}),
    printed: [],
    steps: 0,
    depth: 0,
    file: '',
    at: { line: 1, column: 1 },
    tick: (steps) => {
      run.steps += steps;
      if (!(run.steps <= limits.steps)) throwLimitExceeded(run, `the evaluation takes more than ${limits.steps} steps`);
    },
    checkSize: (size) => {
      if (!(size <= limits.size)) throwLimitExceeded(run, `a value grows beyond the size of ${limits.size}`);
    },
    print: (line) => {
      run.tick(1 + (line.length >> 5));
      run.printed.push(line);
    },
  };
  return run;
}
/** Counts the size of a created value. @throws PolicyError when it is too large. */
export function chargeValue<T extends RegoValue>(run: Evaluation, value: T): T {
  const size = sizeOf(value);
  run.checkSize(size);
  run.tick(1 + (size >> 5));
  return value;
}
/** Evaluates one level deeper. @throws PolicyError before the call stack overflows. */
export function descend<T>(run: Evaluation, evaluate: () => T): T {
  if (++run.depth > run.limits.depth) throwLimitExceeded(run, `the evaluation nests deeper than ${run.limits.depth} levels`);
  const result = evaluate();
  run.depth--;
  return result;
}
