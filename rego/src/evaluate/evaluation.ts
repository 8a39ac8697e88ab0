import type { BuiltinContext } from '../builtins/builtin.ts';
import type { RuleNode } from '../compile/rule-tree.ts';
import { PolicyError, type Position } from '../errors.ts';
import { sizeOf, type RegoValue } from '../values/index.ts';

/** How much an evaluation may cost before it is ended. */
export interface EvaluationLimits {
  /** Statements and members looked at, and values built by their size. */
  readonly steps: number;
  /** Statements and rules within each other. */
  readonly depth: number;
  /** Nodes and characters of one value. */
  readonly size: number;
}
export const defaultLimits: EvaluationLimits = { steps: 1_000_000, depth: 400, size: 5_000_000 };

/** One evaluation: what it has used up, and where it stands. */
export interface Evaluation extends BuiltinContext {
  readonly root: RuleNode;
  readonly limits: EvaluationLimits;
  readonly printed: string[];
  steps: number;
  depth: number;
  file: string;
  at: Position;
}
/** What `input` and `data` are at one moment: `with` makes another view of the same run. */
export interface DocumentView {
  readonly evaluation: Evaluation;
  readonly input: RegoValue | undefined;
  readonly data: RegoValue;
  /** Paths below `data` that `with` has replaced: rules there are not looked at. */
  readonly replacedPaths: ReadonlySet<string>;
  readonly ruleValues: Map<RuleNode, RegoValue | undefined>;
}
/** The variables of one clause while it is evaluated. */
export interface Frame {
  readonly view: DocumentView;
  readonly slots: (RegoValue | undefined)[];
  readonly file: string;
}
/** Called with each result; true ends the search. */
export type OnValue = (value: RegoValue) => boolean;
export type Continue = () => boolean;

export function throwLimitExceeded(run: Evaluation, reason: string): never {
  throw new PolicyError('limit', run.file, run.at, reason);
}

export function startEvaluation(root: RuleNode, limits: EvaluationLimits, now: bigint): Evaluation {
  const run: Evaluation = {
    root,
    limits,
    now,
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
/** Counts a value that was built, and refuses it when it is too large. */
export function chargeValue<T extends RegoValue>(run: Evaluation, value: T): T {
  const size = sizeOf(value);
  run.checkSize(size);
  run.tick(1 + (size >> 5));
  return value;
}
/** Goes one level deeper, and refuses what is too deep before the machine's stack does. */
export function descend<T>(run: Evaluation, act: () => T): T {
  if (++run.depth > run.limits.depth) throwLimitExceeded(run, `the evaluation nests deeper than ${run.limits.depth} levels`);
  const result = act();
  run.depth--;
  return result;
}
