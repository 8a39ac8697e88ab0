import type { Circumstances } from '../builtins/builtin.ts';
import type { Node } from '../compile/tree.ts';
import { PolicyFault, type Position } from '../fault.ts';
import { sizeOf, type Value } from '../values/index.ts';

/** How much an evaluation may cost before it is ended. */
export interface Limits {
  /** Statements and members looked at, and values built by their size. */
  readonly steps: number;
  /** Statements and rules within each other. */
  readonly depth: number;
  /** Nodes and characters of one value. */
  readonly size: number;
}
export const usualLimits: Limits = { steps: 1_000_000, depth: 400, size: 5_000_000 };

/** One evaluation: what it has used up, and where it stands. */
export interface Run extends Circumstances {
  readonly root: Node;
  readonly limits: Limits;
  readonly printed: string[];
  steps: number;
  depth: number;
  file: string;
  at: Position;
}
/** What `input` and `data` are at one moment: `with` makes another view of the same run. */
export interface View {
  readonly run: Run;
  readonly input: Value | undefined;
  readonly data: Value;
  /** Paths below `data` that `with` has replaced: rules there are not looked at. */
  readonly hidden: ReadonlySet<string>;
  readonly known: Map<Node, Value | undefined>;
}
/** The variables of one clause while it is evaluated. */
export interface Frame { readonly view: View; readonly slots: (Value | undefined)[]; readonly file: string }
/** Called with each result; true ends the search. */
export type Each = (value: Value) => boolean;
export type Go = () => boolean;

export function exceeded(run: Run, reason: string): never { throw new PolicyFault('limit', run.file, run.at, reason); }

export function startRun(root: Node, limits: Limits, now: bigint): Run {
  const run: Run = {
    root, limits, now, printed: [], steps: 0, depth: 0, file: '', at: { line: 1, column: 1 },
    tick: (steps) => { run.steps += steps; if (!(run.steps <= limits.steps)) exceeded(run, `the evaluation takes more than ${limits.steps} steps`); },
    grow: (size) => { if (!(size <= limits.size)) exceeded(run, `a value grows beyond the size of ${limits.size}`); },
    print: (line) => { run.tick(1 + (line.length >> 5)); run.printed.push(line); },
  };
  return run;
}
/** Counts a value that was built, and refuses it when it is too large. */
export function built<T extends Value>(run: Run, value: T): T {
  const size = sizeOf(value);
  run.grow(size);
  run.tick(1 + (size >> 5));
  return value;
}
/** Goes one level deeper, and refuses what is too deep before the machine's stack does. */
export function within<T>(run: Run, act: () => T): T {
  if (++run.depth > run.limits.depth) exceeded(run, `the evaluation nests deeper than ${run.limits.depth} levels`);
  const result = act();
  run.depth--;
  return result;
}
